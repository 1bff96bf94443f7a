"""Applied forces, one module a kind.

Each has an entry `apply(model, t, state)` that adds its wrenches to `state.force` (inertial components) and `state.moment` (about the
origin of the body frame, body axes), and a record in `catalogue.py`; `apply_forces` (`registry.py`) calls those of a model. `tangents`
are their derivatives, `discrete` the forms of them that keep the energy over a step.
"""
