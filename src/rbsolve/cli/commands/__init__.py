"""The commands. Each command is a module. `cli/catalogue.py` lists the commands and explains what such a module
contains.
"""
