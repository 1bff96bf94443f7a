"""The single table of blocks and keywords, which is split by topic. The JSON schema and the deck reference are
generated from it.

`registry.py` combines the topics. `language/table.py` has the records, and parser/description checks a deck against the
table.
"""
