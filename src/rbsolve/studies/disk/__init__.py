"""Manages the folder of a study, and the store of its jobs."""
