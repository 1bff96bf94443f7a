"""Checks the syntax tree against the table of blocks. `builder.py` builds a `Description` (`language/described.py`).

`survey.py` sorts the top-level blocks. `values.py` and `parameters.py` read items. `rules.py`, `checks.py`,
`methods.py` and `references.py` check objects. For further cases of a study, `again.py` reads only the values that
depend on parameters. `language/recall.py` caches the results of later stages.
"""
