"""The types of sensors, one module for each family. Each has planners: from the request of a sensor to a numpy function of rows."""
