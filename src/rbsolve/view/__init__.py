"""Results in a browser: `server.py` shows them on this machine, `report.py` makes one file of them.

`document.py` is the page around the viewer; the viewer itself is rbsolve.page.
"""
