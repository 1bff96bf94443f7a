"""The cases of the validation book, with a module for each group."""
