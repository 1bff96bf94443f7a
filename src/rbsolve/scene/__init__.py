"""Scenes, which are the appearance and motion of a model, read from a results file, and their conversion to glTF.

`scene.py` reads the file, `glyphs.py`, `links.py` and `gears.py` make the pictures, and `keys.py` reduces the motion to
key frames. `gltf.py` and `glb.py` write the file.
"""
