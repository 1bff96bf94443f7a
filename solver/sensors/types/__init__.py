"""The types of sensors, one module for each family. Each contains planners, which turn the request of a sensor into a numpy function of
rows."""
