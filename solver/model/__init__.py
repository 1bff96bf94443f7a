"""The compiled model: named tuples of flat arrays, and objects that contain them. The package contains only data."""
