"""Dual numbers in kernels: a number with its derivatives by some parameters, in one vector of the processor.

The number is the first of the lanes and is computed as ever, to the same bits; the others follow the rules of differentiation. A kernel
that is compiled for arrays of these runs the same steps and has the derivatives of all that it writes. Comparisons, and whatever decides,
read the number alone.

Where a derivative does not exist, at the corner of a root, an absolute value or a power, it is taken from one side, and a derivative of
zero stays zero.

Importing `arithmetic`, `functions` and `numbers` lets numba know the operators.
"""
