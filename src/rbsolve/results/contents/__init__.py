"""The contents of a results file, read on access."""
