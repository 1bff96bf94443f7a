"""Displays in terminals and notebooks: mappings by name (`mappings.py`), progress (`following.py`, `speed.py`), and the
cost of a run (`effort.py`).
"""
