"""How kernels become machine code: the only room that knows numba, behind the face of `solver/kernel.py`.

`records.py` passes named tuples to kernels as one pointer each.
"""
