"""Functions that choose among others by a number: numba compiles branches, not tables of functions, so the branches are written here."""

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
    """A function `name(arguments)` of a module, which passes its own name.

    It calls the one of `functions` that has the number `code`, an expression in the arguments. If none has, it is `otherwise`. They take
    the same arguments, or those in `passed`.
    """
    space: dict[str, Any] = {"__name__": module, "otherwise": otherwise}
    space |= {f"of_{known}": function for known, function in functions.items()}
    branches = [f"    if code == {known}:\n        return of_{known}({passed or arguments})" for known in functions]
    exec("\n".join([f"def {name}({arguments}):", f"    code = {code}", *branches, "    return otherwise"]), space)
    made: Callable[..., Any] = space[name]
    return made
