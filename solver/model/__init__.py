"""The compiled model: named tuples of flat arrays, and the objects that contain them. Data only."""
