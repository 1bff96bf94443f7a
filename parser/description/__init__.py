"""The syntax tree checked against the table of blocks: `builder.py` makes a `Description` (`language/described.py`) of it.

`survey.py` sorts the top level, `values.py` and `parameters.py` read items, `rules.py`, `checks.py`, `methods.py` and
`references.py` check them. Of many cases, `again.py` reads again what names a parameter. `language/recall.py` knows what
follows from it.
"""
