"""Defines the cases of a study. `request.py` contains the user's request, which comes from options or from a file
(`study_file.py`).

`cases.py` converts the request to a table of parameter values. The values form a grid, zipped lists, a sample, or the
rows of a file (`table.py`).
"""
