"""Bushings: the force law, its derivatives, the energy-conserving step, and the record."""
