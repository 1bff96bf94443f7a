"""Arrays of the model from the elements of a deck, one module for each kind of block."""
