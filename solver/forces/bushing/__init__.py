"""Bushings: law, derivatives, the step that keeps the energy, and the record that collects them."""
