"""A trial: the kernel of explicit fixed steps for a GPU, one case a thread. docs/developers/gpu.md has the plan and the numbers."""
