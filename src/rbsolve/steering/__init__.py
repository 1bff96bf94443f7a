"""Lets a program steer a run: it sets inputs, reads the current state, and supplies callbacks."""
