"""Reads the contents of a results file, when they are accessed."""
