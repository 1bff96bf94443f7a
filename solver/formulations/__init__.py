"""Formulations: how a body's configuration and velocity are represented while they are integrated.

The registry (plain Python) names them; one module each contains its kernels; `dispatch.py` chooses among them at run time,
so that bodies of one model may use different ones.
"""
