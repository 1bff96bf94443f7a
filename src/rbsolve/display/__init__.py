"""The display in a terminal and a notebook. The display shows mappings by name (`mappings.py`), progress
(`following.py`, `speed.py`), and the cost of a run in words (`effort.py`).
"""
