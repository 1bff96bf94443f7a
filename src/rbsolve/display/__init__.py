"""The display of objects in a terminal and a notebook: mappings by name (`mappings.py`), the cost of a run in words
(`effort.py`)."""
