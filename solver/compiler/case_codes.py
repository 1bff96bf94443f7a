"""The return codes of kernels that solve several cases side by side (`cases.py`)."""

DIFFER, MOST_CASES = 1 << 20, 16
"""The return code of a kernel whose cases decide differently (cases.py). It is combined with one bit per case. The
second constant is the largest number of cases.
"""
