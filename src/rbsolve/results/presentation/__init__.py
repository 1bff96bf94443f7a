"""Presents results as text, as tables, and as data for plots in a browser."""
