"""The start of the program's processes: settings before any import (`start.py`)."""
