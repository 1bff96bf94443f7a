"""A run: the loop around an integrator, what watches it, the rows that it fills and the summary of its end."""
