"""The compiled model: named tuples of flat arrays, and objects that contain these tuples. The package contains only
data.
"""
