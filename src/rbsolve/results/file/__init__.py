"""The HDF5 file itself: its name and lock, what it holds (`layout.py`), digests against damage, how it is opened and checked."""
