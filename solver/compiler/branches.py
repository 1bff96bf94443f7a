"""Creates functions that select another function by a number. numba compiles branches, but no tables of functions, so
this module generates branches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def by_code(
    module: str,
    name: str,
    arguments: str,
    code: str,
    functions: Mapping[int, Callable[..., Any]],
    otherwise: Any = None,
    passed: str = "",
) -> Callable[..., Any]:
    """Return a function `name(arguments)` for a module. The module passes its own name.

    The function evaluates `code`, an expression in the arguments, and calls the member of `functions` with this number.
    If there is no such member, it returns `otherwise`. All members get the arguments in `passed` (default: the
    arguments of the function).
    """
    space: dict[str, Any] = {"__name__": module, "otherwise": otherwise}
    space |= {f"of_{known}": function for known, function in functions.items()}
    branches = [f"    if code == {known}:\n        return of_{known}({passed or arguments})" for known in functions]
    exec("\n".join([f"def {name}({arguments}):", f"    code = {code}", *branches, "    return otherwise"]), space)
    made: Callable[..., Any] = space[name]
    return made
