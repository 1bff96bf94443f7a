"""The Python interface: check, load, solve, open_results. `import rbsolve` is the way to it."""
