"""The check of the syntax tree against the table of blocks. `builder.py` builds a `Description`
(`language/described.py`).

`survey.py` sorts the top level. `values.py` and `parameters.py` read items. `rules.py`, `checks.py`, `methods.py` and
`references.py` check objects. For further cases, `again.py` reads only the values that depend on parameters.
`language/recall.py` caches the results of later stages.
"""
