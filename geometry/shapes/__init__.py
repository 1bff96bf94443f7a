"""Shapes of bodies: their geometry, pictures, volumes and contact surfaces at the reference configuration.

`shapes.py` resolves the shapes of a deck, `meshes.py` reads files of triangles, and `registry.py` lists the types.
"""
