"""How derivatives are taken."""

DIFFERENCE, TANGENT, AUTO = "difference", "tangent", "auto"
METHODS = (AUTO, TANGENT, DIFFERENCE)
