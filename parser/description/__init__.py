"""The syntax tree checked against the table of blocks: `builder.py` makes a `Description` (`described.py`) of it.

`survey.py` sorts the top level, `values.py` and `parameters.py` read items, `rules.py`, `checks.py`, `methods.py` and
`references.py` check them; `read.py` does all of it in one call.
"""
