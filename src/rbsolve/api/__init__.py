"""The Python interface: check, load, solve, open_results. Users access it by `import rbsolve`."""
