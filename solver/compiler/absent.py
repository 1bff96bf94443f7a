"""Handles record fields that are None. Kernels are compiled without the code that depends on such fields.

numba removes branches that depend on an argument if this argument is None. The pass in this module does the same for a
field of a record. Before numba examines the branches, the pass replaces each access to the field by the constant None.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass


@register_pass(mutates_CFG=False, analysis_only=False)
class AbsentFields(FunctionPass):
    """Replaces fields of the type None by the constant None."""

    _name = "rbsolve_absent_fields"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Replace the fields. Return whether the code was changed."""
        changed = False
        definitions = state.func_ir._definitions
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                if (
                    isinstance(statement.value, ir.Expr)
                    and _type(statement.value, state.args, definitions) is types.none
                ):
                    statement.value = ir.Const(None, statement.loc)
                    definitions[statement.target.name] = [statement.value]
                    changed = True
        return changed


def _type(value: Any, arguments: Any, definitions: Any) -> Any:
    """Return the type of an argument, or of a nested field of an argument. Return None for other values."""
    if isinstance(value, ir.Arg):
        return arguments[value.index]
    if isinstance(value, ir.Const):
        return types.none if value.value is None else None
    if isinstance(value, ir.Var):
        defined = _definition(value, definitions)
        return None if defined is None else _type(defined, arguments, definitions)
    if isinstance(value, ir.Expr) and value.op == "getattr":
        members = getattr(_type(value.value, arguments, definitions), "members", None)
        member = members.get(value.attr) if isinstance(members, dict) else None
        return None if member is None else member[1]
    if (
        isinstance(value, ir.Expr) and value.op == "static_getitem"
    ):  # the value is an item of an unpacking `a, b, c, d = ...`
        items = _definition(value.value, definitions)
        if isinstance(items, ir.Expr) and items.op == "exhaust_iter":
            items = _definition(items.value, definitions)
        if isinstance(items, ir.Expr) and items.op == "build_tuple" and isinstance(value.index, int):
            return _type(items.items[value.index], arguments, definitions)
    return None


def _definition(variable: Any, definitions: Any) -> Any:
    """Return the definition of a variable, or None if it has several definitions."""
    defined = definitions.get(variable.name, ())
    return defined[0] if len(defined) == 1 else None
