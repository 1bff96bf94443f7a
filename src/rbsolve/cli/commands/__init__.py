"""The commands: a module each. `cli/arguments.py` lists them, and defines the contents of such a module."""
