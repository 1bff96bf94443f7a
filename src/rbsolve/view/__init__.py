"""Shows results in a browser. `server.py` serves them on this machine, and `report.py` writes them into a single file.

`document.py` is the page around the viewer, and the viewer itself is in rbsolve.page.
"""
