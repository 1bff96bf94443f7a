"""Applied forces, one module a kind.

Each module has a kernel `apply(model, t, state)` that adds its wrenches to `state.force` (inertial components) and
`state.moment` (about the origin of the body frame, body axes). `apply_forces` runs them all.
"""
