"""What searches for parameters share: `fit`, which explains measurements, and `optimize`, which finds the best.

`variables.py` says what may change, `responses.py` what a deck answers and its derivatives, `outputs.py` what is left in a folder.
"""
