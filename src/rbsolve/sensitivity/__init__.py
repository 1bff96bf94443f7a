"""Computes derivatives of a run with respect to design parameters.

For tangents, `starts.py` reads the initial data of an engine. `neighbours.py` checks the deck with changed values.
`seeds.py` differentiates the initial data. `carried.py` runs the kernel on numbers that carry derivatives, and
`ending.py` differentiates the end of a run by an event. `placed.py` and `implicit.py` differentiate equilibria and
prescribed motions. These have no time steps. `rows.py` differentiates sensors, and `tangents.py` combines all of these
modules. The adjoint is efficient for few scalars and many parameters. `states.py` keeps states of the run, and
`weights.py` differentiates the scalars with respect to the rows of the run. `backward.py` carries the adjoints of the
rows back through the steps, and `adjoint.py` combines the results with the seeds. For differences, `extrapolation.py`
computes a derivative and its error from central differences, and `differences.py` runs the deck for these differences.
`deriving.py` selects the method, and writes the derivatives into the results file of the run.
"""
