"""Bushings: law, derivatives, energy-conserving step, and their record."""
