"""Checks of a model. They find redundant constraints, motions without inertia, deep initial contacts, and elements
without effect.
"""
