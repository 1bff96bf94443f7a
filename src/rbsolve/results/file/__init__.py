"""Handles the HDF5 file itself: its name and lock, its layout (`layout.py`), digests against damage, and the functions
that open and check it.
"""
