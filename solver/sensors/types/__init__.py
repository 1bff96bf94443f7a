"""The types of sensors, with a module for each family. A module contains planners, which convert the request of a
sensor to a numpy function of rows.
"""
