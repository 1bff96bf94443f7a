"""Results in a browser. `server.py` shows them on this machine, and `report.py` writes a single file with them.

`document.py` is the page around the viewer, and the viewer itself is in rbsolve.page.
"""
