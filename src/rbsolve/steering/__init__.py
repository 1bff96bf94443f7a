"""What lies between a run and the program that steers it: inputs, looks at the present state, callbacks."""
