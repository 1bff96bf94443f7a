"""The primitive constraint rows, from which joints are built. Each kind of row is a module with a record (`kind.py`),
and `registry.py` lists the records.
"""
