"""Dual numbers in kernels: a number with its derivatives by some parameters, in one vector of the processor.

The number is the first lane, computed with the same bits as without derivatives. The other lanes follow the rules of differentiation. A
kernel that is compiled for arrays of these runs the same steps and has the derivatives of all that it writes. Comparisons, and whatever
decides, read the number alone.

If a derivative does not exist, as at the corner of a root, an absolute value or a power, it is taken from one side. A derivative of zero
stays zero.

Importing `arithmetic`, `functions` and `numbers` lets numba know the operators.
"""
