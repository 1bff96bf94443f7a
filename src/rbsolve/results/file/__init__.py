"""The HDF5 file itself: its name and lock, its layout (`layout.py`), digests against damage, opening and checking."""
