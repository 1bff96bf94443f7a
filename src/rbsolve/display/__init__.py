"""What a terminal and a notebook show of objects: mappings by name (`mappings.py`), the cost of a run in words (`effort.py`)."""
