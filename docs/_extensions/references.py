"""The reference pages of the command line, the Python interface and HTTP, from the parser's help, docstrings and the OpenAPI document."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pages import write_page

COLUMNS = "100"  # width of the help texts
LINE = 80  # width of signatures


def write(folder: Path) -> None:
    """Write `command-line.md`, `http.md` and the parts of docs/python.md."""
    write_page(folder / "command-line.md", command_line())
    (folder / "python").mkdir(exist_ok=True)
    for part, text in python().items():
        write_page(folder / "python" / f"{part}.md", text)
    write_page(folder / "http.md", http())


def command_line() -> str:
    """Every command with its own help, as the terminal shows it."""
    from rbsolve.cli.arguments import build_parser, commands_of

    os.environ["COLUMNS"] = COLUMNS
    parser = build_parser()
    pages = ["# Command line", "", "```text", parser.format_help().rstrip(), "```", ""]
    for name, own in commands_of(parser).items():
        pages += [f"## rbsolve {name}", "", "```text", own.format_help().rstrip(), "```", ""]
    return "\n".join(pages)


PYTHON = {
    "solve": ("solve", "check", "load", "Model", "Body", "SolveError", "DeckError", "Diagnostic", "Outcome"),
    "results": ("open_results", "Results", "Finding", "Inline"),
    "build": ("Deck", "Simulation", "Environment"),
    "many": ("solve_many", "Ensemble", "Study"),
    "linearize": ("linearize", "Linearization"),
    "search": ("sensitivities", "fit", "Fit", "optimize", "Optimum"),
    "client": ("Client",),
}
"""Public names by the section of docs/python.md that includes them."""


def python() -> Mapping[str, str]:
    """For each section of the page, its public names with signature and docstring, and the public members of
    classes."""
    return {part: "\n".join(line for name in names for line in _public(name)) for part, names in PYTHON.items()}


def _public(name: str) -> list[str]:
    import rbsolve

    value = getattr(rbsolve, name)
    lines = [f"### rbsolve.{name}", "", *_describe(name, value)]
    if inspect.isclass(value):
        for member, attribute in _members(value):
            lines += [f"#### {name}.{member}", "", *_describe(f"{name}.{member}", attribute)]
    return lines


def http() -> str:
    """Every request of the service with its parameters and answers."""
    from rbsolve.service.application import create_application
    from rbsolve.service.settings import Settings

    with TemporaryDirectory() as folder:
        application = create_application(Settings(store=f"sqlite:///{folder}/store.db", data=Path(folder)))
        document = application.openapi()
        application.state.service.close()
    pages = [
        "# HTTP",
        "",
        "The requests of `rbsolve serve`. [The service](../service.md) explains how to use them.",
        "",
    ]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            pages += [f"## {method.upper()} {path}", "", operation.get("description", operation.get("summary", "")), ""]
            parameters = operation.get("parameters", [])
            if parameters:
                pages += ["| parameter | in | |", "|---|---|---|"]
                pages += [f"| `{p['name']}` | {p['in']} | {p.get('description', '')} |" for p in parameters]
                pages.append("")
            answers = [f"{status} {answer.get('description', '')}" for status, answer in operation["responses"].items()]
            pages += [f"Answers: {'; '.join(answers)}.", ""]
    return "\n".join(pages)


def _members(value: type) -> Iterator[tuple[str, Any]]:
    """Public members, including the members of our base classes. The how-to page has the builders of a deck."""
    seen: dict[str, Any] = {}
    for each in value.__mro__:
        if each.__module__.startswith("rbsolve"):
            for member, attribute in vars(each).items():
                seen.setdefault(member, attribute)
    for member, attribute in seen.items():
        shown = inspect.isfunction(attribute) or isinstance(attribute, property | cached_property | classmethod)
        if shown and not member.startswith("_") and not hasattr(attribute, "__signature__"):
            yield member, attribute


def _describe(name: str, value: Any) -> list[str]:
    function = value.__func__ if isinstance(value, classmethod) else value
    lines = []
    if isinstance(function, cached_property):
        function = function.func
    elif not isinstance(function, property):
        with suppress(TypeError, ValueError):  # a C exception has no signature
            lines += ["```python", _signature(name, inspect.signature(function)), "```", ""]
    return [*lines, inspect.getdoc(function) or "", ""]


def _signature(name: str, signature: inspect.Signature) -> str:
    """A call on one line if it fits, otherwise with one line per argument."""
    text = f"{name}{signature}".replace("'", "")
    if len(text) <= LINE:
        return text
    parts, keyword_only = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            parts.append("*")
            keyword_only = True
        parts.append(str(parameter).replace("'", ""))
    returned = signature.return_annotation
    arrow = "" if returned is signature.empty else f" -> {returned}".replace("'", "")
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), f"){arrow}"])
