"""Determines from a request the cases that a study must solve, and the rows that the study can reuse."""
