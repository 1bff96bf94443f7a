"""Lets a Python program step a model, as a simulation or as an environment for reinforcement learning."""
