"""Formulations: the representation of a body's configuration and velocity during integration.

The registry (plain Python) names them; one module each contains its kernels; `dispatch.py` chooses among them at run time,
so that bodies of one model may use different ones.
"""
