"""The primitive constraint rows of which joints consist. Each row is one module with one record (`kind.py`), and
`registry.py` lists the records.
"""
