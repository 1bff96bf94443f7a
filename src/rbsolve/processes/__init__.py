"""The start of the program's processes: their settings before any other import (`start.py`)."""
