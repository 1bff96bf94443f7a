"""The commands: one module for each command. `cli/arguments.py` lists them, and defines the contents of such a module."""
