"""Reads scenes from results files, and converts them to glTF. A scene is the appearance and the motion of a model.

`scene.py` reads the file, `glyphs.py`, `links.py` and `gears.py` make the pictures, and `keys.py` reduces the motion to
key frames. `gltf.py` and `glb.py` write the file.
"""
