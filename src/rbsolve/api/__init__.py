"""The functions of the Python interface, such as check, load, solve and open_results. `import rbsolve` provides them."""
