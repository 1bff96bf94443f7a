"""The types of sensors, one module for each family. Each has planners: from what a sensor asks for to a numpy function of rows."""
