"""The appearance of bodies: the shapes of a deck at the reference configuration.

`shapes.py` resolves them, `meshes.py` reads files of triangles.
"""
