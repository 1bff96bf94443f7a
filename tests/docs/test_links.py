"""Tests of links. Pages in git link to existing files and headings, and the check of the built site finds broken links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
PAGES = [page for page in PAGES if not {"generated", "figures", "_build"} & set(page.relative_to(ROOT).parts)]
FOLDERS = [
    "src",
    "language",
    "parser",
    "geometry",
    "solver",
    "validation",
    "backend",
    "tests",
    "benchmarks",
    "docs",
    "decks",
]
KNOWN = {
    f"/{path.relative_to(ROOT).as_posix()}" for name in FOLDERS for path in (ROOT / name, *(ROOT / name).rglob("*"))
}
KNOWN.add("/setup.py")
NEW = {"NAME.py", "seed_NNN.py"}
"""Modules that a reader is to write."""
LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")


@pytest.fixture
def extensions(monkeypatch):
    """Return the modules that build the site."""
    pytest.importorskip("sphinx", reason="the site is built by the extra `docs`")
    monkeypatch.syspath_prepend(str(DOCS / "_extensions"))


def headings(page):
    """Return the anchors of a page, as GitHub and the site create them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title) for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_modules_and_folders_of_a_page_exist(page):
    """A page names a module by the end of its path, such as `newton.py`. The pages for developers also name folders."""
    if page.name == "CHANGELOG.md":  # the changelog names files of earlier versions
        return
    text = page.read_text(encoding="utf-8")
    paths = set(re.findall(r"`([\w.]+(?:/[\w.]+)*\.py)`", text))
    if page.parent == ROOT or page.parent.name == "developers":
        paths |= set(re.findall(r"`([\w.-]+(?:/[\w.-]+)*)/`", text))
    missing = {path for path in paths if not any(known.endswith(f"/{path}") for known in KNOWN)}
    assert {path for path in missing if Path(path).name not in NEW} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`\n]*`", "", text)
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            assert re.fullmatch(r"(https?://[\w.\-]+\.\w+\S*|mailto:\S+@\S+)", link), link
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "generated" in target.parts:  # the page exists and is checked only after the site is built
            continue
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in headings(target), link


def test_the_check_of_the_site_finds_broken_links(extensions, tmp_path):
    from links import broken_links

    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "other.html").write_text('<h1 id="there"></h1><a href="../page.html">up</a>')
    links = ["folder/other.html#there", "folder/other.html#gone", "missing.html", "#nowhere", "../outside.html"]
    links += ["https://example.org/a#b", "https://nowhere", "javascript:x()", "mailto:a@example.org"]
    (tmp_path / "page.html").write_text("".join(f'<a href="{link}">x</a>' for link in links))
    assert [line.split(": ")[1:] for line in broken_links(tmp_path)] == [
        ["folder/other.html#gone", "there is no such place on the page"],
        ["missing.html", "there is no such file"],
        ["#nowhere", "there is no such place on the page"],
        ["../outside.html", "it leaves the site"],
        ["https://nowhere", "no address"],
        ["javascript:x()", "no address"],
    ]


def test_every_keyword_is_in_the_index_and_leads_to_its_block(extensions):
    import keywords

    from rbsolve.parser.schema.reference import anchor_of
    from rbsolve.parser.schema.registry import ALL_BLOCKS

    index = keywords.page(sorted((ROOT / "decks").glob("*.deck")))
    for block in ALL_BLOCKS:
        page, _, heading = anchor_of(block).partition("#")
        assert heading in headings(DOCS / page)
        for name in [block.definition, *(keyword.name for keyword in block.keywords)]:
            row = next(line for line in index.splitlines() if line.startswith(f"| `@{name}` |"))
            assert f"(../{anchor_of(block)})" in row
