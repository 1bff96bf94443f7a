"""Lets a Python program steer a run. The program sets inputs, reads the current state, and supplies callbacks."""
