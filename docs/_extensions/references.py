"""The reference pages of the command line, the Python interface and HTTP, from the parser's help, docstrings and the OpenAPI document."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pages import write_page

COLUMNS = "100"  # width of the help texts


def write(folder: Path) -> None:
    """Write `command-line.md`, `python.md` and `http.md`."""
    write_page(folder / "command-line.md", command_line())
    write_page(folder / "python.md", python())
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


def python() -> str:
    """Every public name with its signature and docstring, classes with their public members."""
    import rbsolve

    pages = ["# Python interface", "", inspect.getdoc(rbsolve) or "", ""]
    for name in rbsolve.__all__:
        value = getattr(rbsolve, name)
        pages += [f"## `rbsolve.{name}`", "", *_described(name, value)]
        if inspect.isclass(value):
            for member, attribute in _members(value):
                pages += [f"### `{name}.{member}`", "", *_described(member, attribute)]
    return "\n".join(pages)


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
        "The requests of `rbsolve serve`; [the service](../service.md) says how they go together.",
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
    for member, attribute in vars(value).items():
        if not member.startswith("_") and (
            inspect.isfunction(attribute) or isinstance(attribute, property | classmethod)
        ):
            yield member, attribute


def _described(name: str, value: Any) -> list[str]:
    function = value.__func__ if isinstance(value, classmethod) else value
    lines = []
    if not isinstance(function, property):
        with suppress(TypeError, ValueError):  # an exception of C has no signature to show
            lines += ["```python", f"{name}{inspect.signature(function)}".replace("'", ""), "```", ""]
    return [*lines, inspect.getdoc(function) or "", ""]
