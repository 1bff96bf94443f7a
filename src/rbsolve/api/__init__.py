"""The Python interface: check, load, solve, open_results and others. Users access it by `import rbsolve`."""
