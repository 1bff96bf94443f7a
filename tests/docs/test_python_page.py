"""The page on Python lists every public name once, in one of its sections."""

import re
from pathlib import Path

import rbsolve

DOCS = Path(__file__).parents[2] / "docs"


def test_every_public_name_is_on_the_page_once(monkeypatch):
    monkeypatch.syspath_prepend(DOCS / "_extensions")
    import references

    names = [name for part in references.PYTHON.values() for name in part]
    assert sorted(names) == sorted(rbsolve.__all__)
    page = (DOCS / "python.md").read_text(encoding="utf-8")
    assert re.findall(r"\{include\} generated/python/(\w+)\.md", page) == list(references.PYTHON)
    text = references.python()
    assert all(f"### rbsolve.{name}\n" in text[part] for part, own in references.PYTHON.items() for name in own)
    assert "#### Results.to_xarray\n" in text["results"]  # inherited from a base class
