"""Draws pictures of histories. `panels.py` decides which curves share a panel, `sheets.py` arranges panels on pages,
and `plots.py` writes the files.
"""
