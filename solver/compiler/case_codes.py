"""Return codes of kernels that step cases side by side (`cases.py`)."""

DIFFER, MOST_CASES = 1 << 20, 16
"""The return code of a kernel with different decisions of its cases (cases.py), with a bit for each case, and the largest number of
cases."""
