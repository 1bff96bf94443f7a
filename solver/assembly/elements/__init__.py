"""Elements of a deck as arrays of the model, a module for each kind of block."""
