"""Models that a Python program steps: simulations, and environments for reinforcement learning."""
