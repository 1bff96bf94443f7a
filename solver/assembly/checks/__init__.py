"""Checks of a model: redundant constraints, motions without inertia, contacts that start deep, idle elements."""
