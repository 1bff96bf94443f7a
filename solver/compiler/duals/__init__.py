"""Dual numbers in kernels. A dual consists of a number and its derivatives with respect to some parameters, in one
vector of the processor.

The first lane contains the number, which is bitwise identical to the number in a run without derivatives. The other
lanes contain the derivatives. A kernel that is compiled for arrays of duals takes the same steps, and also computes the
derivatives of all its results. Comparisons and other decisions use only the number.

If a derivative does not exist, a one-sided derivative is used. Examples are the corners of roots, absolute values and
powers. A zero derivative stays zero.

Importing `arithmetic`, `functions` and `numbers` registers the operators with numba.
"""
