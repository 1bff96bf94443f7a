"""Bushings: their law, their derivatives, their energy-conserving step, and their record."""
