"""Creates the arrays of the model from the elements of a deck. Each kind of block has its own module."""
