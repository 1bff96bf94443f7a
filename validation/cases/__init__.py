"""The cases of the validation book, one module for each group."""
