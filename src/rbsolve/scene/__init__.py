"""Scenes: what a model looks like and how it moves, read from a results file, and glTF made of it.

`scene.py` reads the file; `solids.py` and `glyphs.py` make the triangles; `keys.py` thins the motion out; `gltf.py` and `glb.py` write.
"""
