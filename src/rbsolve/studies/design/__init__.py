"""The cases of a study. `request.py` contains the user's request, from options or from a file (`study_file.py`).

`cases.py` converts the request to a table of parameter values. It is a grid, zipped lists, a sample, or the rows of a
file (`table.py`).
"""
