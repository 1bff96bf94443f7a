"""The start of the program's processes, whose settings are applied before any other import (`start.py`)."""
