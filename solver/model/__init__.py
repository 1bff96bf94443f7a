"""The compiled model: named tuples of flat arrays, and what carries them. Data only."""
