"""The one table of blocks and keywords, split by area, and the documents generated from it: JSON schema and deck reference.

`registry.py` gathers the areas; `language/table.py` has the records; checking a deck against the table is parser/description.
"""
