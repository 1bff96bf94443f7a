"""The names of the methods for derivatives."""

DIFFERENCE, TANGENT, AUTO = "difference", "tangent", "auto"
METHODS = (AUTO, TANGENT, DIFFERENCE)
