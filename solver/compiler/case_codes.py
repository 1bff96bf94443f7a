"""Return codes of kernels that solve several cases side by side (`cases.py`)."""

DIFFER, MOST_CASES = 1 << 20, 16
"""The return code of a kernel whose cases decide differently (cases.py), combined with one bit for each case. The
second value is the largest number of cases.
"""
