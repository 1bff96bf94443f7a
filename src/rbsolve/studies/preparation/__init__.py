"""Prepares a study from a request. Determines which cases it must solve, and which rows it can reuse."""
