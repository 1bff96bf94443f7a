"""Scenes: the appearance and motion of a model, read from a results file, and glTF made of them.

`scene.py` reads the file; `solids.py` and `glyphs.py` make the triangles; `keys.py` thins the motion out; `gltf.py` and `glb.py` write.
"""
