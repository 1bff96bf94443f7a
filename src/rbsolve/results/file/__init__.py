"""Handles the HDF5 file itself: its name and lock, its layout (`layout.py`), and digests that detect damage. Other
functions open and check the file.
"""
