"""Writes the source of a page."""

from __future__ import annotations

from pathlib import Path


def write_page(path: Path, text: str) -> None:
    """Write a page, unless it is unchanged, so that Sphinx does not read it again."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
