"""Return codes of kernels that step cases side by side (`cases.py`)."""

DIFFER, MOST_CASES = 1 << 20, 16
"""What a kernel returns whose cases decide differently (cases.py), with a bit for each of them, and how many there may be."""
