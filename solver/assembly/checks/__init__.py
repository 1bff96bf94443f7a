"""Checks a model for redundant constraints, motions without inertia, deep initial contacts, and elements without
effect.
"""
