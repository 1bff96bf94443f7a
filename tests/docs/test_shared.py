"""The parts of the site that several pages share."""

import importlib
from pathlib import Path

import pytest

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_extensions"


@pytest.fixture
def shared(monkeypatch):
    pytest.importorskip("sphinx", reason="the site is built by the extra `docs`")
    monkeypatch.syspath_prepend(str(EXTENSIONS))
    return importlib.import_module("shared")


def context(drawn, page, meta):
    return {"meta": meta, "toctree": lambda **options: drawn.append(page) or f"{page} {options}"}


def test_orphan_pages_of_a_folder_share_their_sidebar(shared):
    drawn, sidebars = [], {}
    pages = {name: context(drawn, name, {"orphan": "true"}) for name in ("gallery/a", "gallery/b", "c")}
    for page, own in pages.items():
        shared.share_sidebar(sidebars, page, own)
    shown = {page: own["toctree"](maxdepth=-1) for page, own in pages.items()}
    assert shown["gallery/a"] == shown["gallery/b"]  # the same links, relative to the folder
    assert drawn == ["gallery/a", "c"]
    assert pages["gallery/b"]["toctree"](maxdepth=1) != shown["gallery/b"]


def test_a_page_with_an_entry_has_its_own_sidebar(shared):
    own = context([], "guide", {})
    before = own["toctree"]
    shared.share_sidebar({}, "guide", own)
    assert own["toctree"] is before


def test_words_have_the_stems_of_the_standard_search(shared):
    from sphinx.search.en import SearchEnglish

    words = ["Bodies", "rotations", "constrained", "bodies", "rotations"]
    ours, standard = shared.English({}), SearchEnglish({})
    assert [ours.stem(word) for word in words] == [standard.stem(word) for word in words]
    assert ours.stem_once.cache_info().hits == 1  # of "rotations", because "Bodies" and "bodies" differ
