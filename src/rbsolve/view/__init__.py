"""Results in a browser: `server.py` shows them on this machine, `report.py` writes one file with them.

`document.py` is the page around the viewer; the viewer itself is in rbsolve.page.
"""
