"""The contents of a results file, which are read on access."""
