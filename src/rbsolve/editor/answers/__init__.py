"""The answers of the language server about a deck, one module per question: each takes an `OpenDeck` and a place, and knows nothing
of the
protocol but its records. `context.py` reads what stands around the cursor of a text that is being written, `wording.py` puts the
table of blocks and numbers into words.
"""
