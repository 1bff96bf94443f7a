"""Pictures of histories: which curves share a panel (`panels.py`), panels on pages (`sheets.py`), and their files (`plots.py`)."""
