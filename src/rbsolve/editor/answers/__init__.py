"""The answers of the language server about a deck. There is a module for each kind of request.

Each module receives an `OpenDeck` and a place, and depends only on the records of the protocol. `context.py` reads the
text around the cursor of an incomplete deck. `wording.py` describes blocks and numbers in words.
"""
