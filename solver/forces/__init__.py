"""Applied forces, one module for each kind.

Each kind has an entry `apply(model, t, state)` that adds its wrenches to `state.force` (inertial components) and `state.moment` (about the
origin of the body frame, body axes). It also has a record in `catalogue.py`. `apply_forces` (`registry.py`) calls the entries of a model.
`tangents` contains the derivatives of forces, `discrete` their energy-conserving forms.
"""
