"""Describes a task for the compiler as plain data, so that another process can compile it. The description contains the
names of a function and the layouts of its arguments.

The other process does not need to trust the sender. It takes code only from the modules of the program, and computes
all names itself. The result therefore depends only on these modules.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import accumulate
from types import CellType, CodeType, FunctionType
from typing import Any

from rbsolve.solver.compiler.launching import WITH_TABLE, with_table
from rbsolve.solver.compiler.layouts import (
    CASES,
    TITLES,
    Layout,
    array,
    cases_in,
    pointer_to,
    record,
    variables,
    variables_of_cases,
)
from rbsolve.solver.compiler.records import size_of
from rbsolve.solver.compiler.subroutines import Subroutine
from rbsolve.solver.compiler.variables import Variables

JSON = Any
_PROGRAM = "rbsolve"
_LOCAL = "<locals>"
_SIMPLE = ("none", "bool", "int", "float", "buffer")
_DTYPES = ("float64", "int64", "bool", "uint8", "int32", "float32")
_MOST_AXES = 8


class NotDescribedError(ValueError):
    """Raised if an object cannot be described, or if a description does not match the program."""


def describe(function: Callable[..., Any], layouts: tuple[Layout, ...]) -> JSON:
    """Return the description of a function and the layouts of its arguments. Raise NotDescribedError if they have no
    description.
    """
    return [_of_value(function), [_of_layout(layout) for layout in layouts]]


def read_description(data: JSON) -> tuple[Callable[..., Any], tuple[Layout, ...]]:
    """Return the function and layouts that `describe` described. Raise NotDescribedError if the program does not
    contain them.
    """
    try:
        function, layouts = data
        return _plain(_value(function)), tuple(map(_layout, layouts))
    except (TypeError, ValueError, LookupError, AttributeError, ImportError, RecursionError) as error:
        raise NotDescribedError(str(error)) from error


def _plain(value: Any) -> Callable[..., Any]:
    found = getattr(value, "py_func", value)
    if not isinstance(found, FunctionType):
        raise NotDescribedError(f"{value!r} is not a function")
    return found


def _of_value(value: Any) -> JSON:
    """Return the description of a function or number, including the functions that it captures."""
    if value is None or isinstance(value, (bool, int, str)):
        return ["plain", value]
    if isinstance(value, float):
        return ["float", value.hex()]
    function = getattr(value, "py_func", value)
    if not isinstance(function, FunctionType):
        raise NotDescribedError(f"{value!r} is neither a number nor a function")
    if (within := WITH_TABLE.get(function)) is not None:
        return ["with_table", _of_value(within)]
    if _look_up(function.__module__, function.__qualname__) is value:
        return ["name", function.__module__, function.__qualname__]
    if isinstance(value, Subroutine):
        return ["subroutine", _of_value(function), value.inlined]
    if _look_up(function.__module__, function.__qualname__, function) is function:
        return ["function", function.__module__, function.__qualname__]
    if function.__defaults__ or function.__kwdefaults__:
        raise NotDescribedError(f"{function.__qualname__} has defaults")
    if _code(function.__module__, function.__qualname__) is not function.__code__:
        raise NotDescribedError(f"{function.__qualname__} has no source")
    cells = [_of_value(cell.cell_contents) for cell in function.__closure__ or ()]
    return ["made", function.__module__, function.__qualname__, cells]


def _value(data: JSON) -> Any:
    kind, *rest = data
    if kind == "plain" and isinstance(rest[0], (bool, int, str, type(None))):
        return rest[0]
    if kind == "float":
        return float.fromhex(rest[0])
    if kind == "with_table":
        return with_table(_plain(_value(rest[0])))
    if kind == "name":
        return _check(_look_up(*rest))
    if kind == "function":
        return _plain(_check(_look_up(*rest)))
    if kind == "subroutine":
        return Subroutine(_plain(_value(rest[0])), bool(rest[1]))
    if kind == "made":
        module, name, cells = rest
        code = _code(module, name)
        if code is None or len(code.co_freevars) != len(cells):
            raise NotDescribedError(f"{module}.{name} is not in the program")
        closure = tuple(CellType(_value(cell)) for cell in cells)
        made = FunctionType(code, vars(_module(module)), code.co_name, None, closure)
        made.__module__, made.__qualname__ = module, name
        return made
    raise NotDescribedError(f"{kind!r} is not a kind of value")


def _module(name: str) -> Any:
    if name.partition(".")[0] != _PROGRAM:
        raise NotDescribedError(f"{name} is not part of the program")
    return import_module(name)


def _look_up(module: str, name: str, default: Any = None) -> Any:
    """Return a named object of a module, or None if the module has no such object. If `default` is given, a kernel or
    subroutine is replaced by its plain function.
    """
    if module.partition(".")[0] != _PROGRAM or _LOCAL in name:
        return None
    try:
        found: Any = import_module(module)
    except ImportError:  # modules that contain functions of tables have no files
        return None
    for part in name.split("."):
        found = getattr(found, part, None)
    return found if default is None else getattr(found, "py_func", found)


def _check(value: Any) -> Any:
    """Return a function if it belongs to the program, otherwise raise NotDescribedError. It may be a plain function, a
    kernel or a subroutine.
    """
    if _plain(value).__module__.partition(".")[0] != _PROGRAM:
        raise NotDescribedError(f"{value!r} is not part of the program")
    return value


def _code(module: str, name: str) -> CodeType | None:
    """Return the code of an inner function by its qualified name. Return None unless exactly one function has this
    name.
    """
    outer, *inner = name.split(f".{_LOCAL}.")
    maker = _look_up(module, outer)
    maker = getattr(maker, "py_func", maker)
    maker = getattr(maker, "__wrapped__", maker)
    code: CodeType | None = getattr(maker, "__code__", None)
    for part in inner:
        found = [const for const in (code.co_consts if code else ()) if isinstance(const, CodeType)]
        found = [const for const in found if const.co_name == part]
        code = found[0] if len(found) == 1 else None
    return code if inner else None


def _of_layout(layout: Layout) -> JSON:
    kind, name, detail = layout
    if kind in _SIMPLE:
        return kind
    if kind == "array":
        return ["array", *detail]
    if kind == "number":
        return ["number", name]
    if kind == "pointer":
        return ["pointer", _of_layout(detail)]
    if kind == "subroutine":
        return ["subroutine", _of_value(detail)]
    title = TITLES.get(name.removeprefix("&"))
    if title is None:
        raise NotDescribedError(f"{name} has no description")
    if kind == "variables":
        return ["variables", *title.rsplit(".", 1), cases_in((layout,))]
    return ["record", title, [[field, _of_layout(inner)] for field, (inner, _) in detail.items()]]


def _layout(data: JSON) -> Layout:
    if isinstance(data, str):
        if data not in _SIMPLE:
            raise NotDescribedError(f"{data} is not a kind of layout")
        return Layout(data, data)
    kind, *rest = data
    if kind == "array":
        dtype, axes = rest
        if not (dtype in _DTYPES or _is_of_cases(dtype)) or not 0 <= int(axes) <= _MOST_AXES:
            raise NotDescribedError(f"no kernel has arrays of {dtype}")
        return array(int(axes), dtype)
    if kind == "number" and _is_of_cases(rest[0]):
        return Layout("number", rest[0])
    if kind == "pointer":
        return pointer_to(_layout(rest[0]))
    if kind == "subroutine":
        value = _value(rest[0])
        if not isinstance(value, Subroutine):
            raise NotDescribedError(f"{value!r} is not a subroutine")
        return Layout("subroutine", value.name, value)
    if kind == "variables":
        found = getattr(_module(rest[0]), rest[1])
        if not (isinstance(found, type) and issubclass(found, Variables)):
            raise NotDescribedError(f"{rest[1]} has no variables")
        if not rest[2]:
            return variables(found)
        if not _is_of_cases(rest[2]):
            raise NotDescribedError(f"no kernel has variables of {rest[2]}")
        return variables_of_cases(found, int(rest[2].removeprefix(CASES)) // 64)
    if kind == "record":
        title, fields = rest
        inner = {str(field): _layout(of) for field, of in fields}
        places = accumulate(map(size_of, inner.values()), initial=0)
        return record(str(title), dict(zip(inner, zip(inner.values(), places, strict=False), strict=True)))
    raise NotDescribedError(f"{kind!r} is not a kind of layout")


def _is_of_cases(dtype: object) -> bool:
    return isinstance(dtype, str) and dtype.startswith(CASES) and dtype.removeprefix(CASES).isdecimal()
