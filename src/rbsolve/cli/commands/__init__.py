"""The commands: a module each. `cli/arguments.py` lists them, and says what such a module has."""
