"""The single table of blocks and keywords, split by topic, and the documents generated from it: JSON schema and deck
reference.

`registry.py` combines the topics. `language/table.py` has the records. parser/description checks a deck against the
table.
"""
