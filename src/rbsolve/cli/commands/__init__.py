"""The commands, with a module for each command. `cli/catalogue.py` lists the commands, and defines the contents of such
a module.
"""
