"""Contains the functions that `import rbsolve` provides, such as `check`, `load`, `solve` and `open_results`."""
