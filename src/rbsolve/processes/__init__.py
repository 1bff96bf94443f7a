"""The start of the program's processes, whose settings are made before any other import (`start.py`)."""
