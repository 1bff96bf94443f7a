"""An experiment for a GPU: each thread solves a case with the kernel of explicit fixed steps. docs/developers/gpu.md
has the plan and the numbers.
"""
