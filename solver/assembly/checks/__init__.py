"""What a model is examined for: redundant constraints, motions without inertia, contacts that start deep, idle elements."""
