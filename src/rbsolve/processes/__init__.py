"""Starts the processes of the program. Their settings are applied before any other import (`start.py`)."""
