"""Makes the arrays of the model from the elements of a deck. Each kind of block has one module."""
