"""The types of sensors, one module for each family. Each module contains planners, which convert the request of a
sensor to a numpy function of rows.
"""
