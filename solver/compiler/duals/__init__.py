"""Dual numbers in kernels: a number and its derivatives by some parameters, in one vector of the processor.

The number is in the first lane and has the same bits as without derivatives. The other lanes follow the rules of differentiation. A
kernel that is compiled for arrays of duals takes the same steps, and computes the derivatives of all that it writes. Comparisons and other
decisions use only the number.

Where a derivative does not exist, such as at the corner of a root, an absolute value or a power, a one-sided derivative is used. A zero
derivative stays zero.

Importing `arithmetic`, `functions` and `numbers` registers the operators with numba.
"""
