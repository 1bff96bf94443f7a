"""The table of all blocks and keywords, split by topic. The JSON schema and the deck reference are generated from this
table.

`registry.py` combines the topics. `language/table.py` defines the records, and parser/description checks decks against
the table.
"""
