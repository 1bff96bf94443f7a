"""An experiment: the kernel of explicit fixed steps for a GPU, with one case per thread. docs/developers/gpu.md has the
plan and the numbers."""
