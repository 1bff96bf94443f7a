"""The cases of a study: `request.py` is the user's request, from options or from a file (`study_file.py`).

`cases.py` makes the table of parameter values of it: a grid, zipped lists, a sample, or the rows of a file (`table.py`).
"""
