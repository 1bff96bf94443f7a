"""The applied forces. Each kind of force is a module.

Each kind has an entry `apply(model, t, state)` that adds its wrenches to `state.force` (inertial components) and
`state.moment` (about the origin of the body frame, body axes). Each kind also has a record in `catalogue.py`.
`apply_forces` (`registry.py`) calls the entries of a model. `tangents` contains the derivatives of forces, and
`discrete` their energy-conserving forms.
"""
