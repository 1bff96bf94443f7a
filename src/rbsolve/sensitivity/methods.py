"""The names of the methods for derivatives."""

DIFFERENCE, TANGENT, AUTO, ADJOINT = "difference", "tangent", "auto", "adjoint"
METHODS = (AUTO, TANGENT, DIFFERENCE, ADJOINT)
