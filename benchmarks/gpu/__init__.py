"""An experiment with the kernel of explicit fixed steps for a GPU, with a case per thread. docs/developers/gpu.md has
the plan and the numbers.
"""
