"""Checks of a model: redundant constraints, motions without inertia, deep initial contacts, elements without effect."""
