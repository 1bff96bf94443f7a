"""The linearization of a model about a state: matrices (`linearize.py`), eigenvalues (`modes.py`), the record of both (`record.py`)."""
