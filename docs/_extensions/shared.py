"""Parts that are computed once for several pages: the sidebar of pages outside the table of contents, and word stems."""

from __future__ import annotations

from functools import cache
from typing import Any

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

BEFORE_THEME = 400  # priority of a listener; the theme reads the sidebar at 500


class English(SearchEnglish):
    """The English search language. It computes the stem of each word once."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self.stem_once = cache(super().stem)

    def stem(self, word: str) -> str:
        """Return the stem of a word."""
        return self.stem_once(word)


def share_sidebar(sidebars: dict[object, str], page: str, context: dict[str, Any]) -> None:
    """Let orphan pages of a folder share their sidebar. It is the same for all of them, because no entry is theirs."""
    meta = context.get("meta") or {}
    if "orphan" not in meta or "toctree" not in context:
        return
    folder, draw = page.rpartition("/")[0], context["toctree"]

    def shared(**options: object) -> str:
        key = (folder, *sorted(options.items()))
        if key not in sidebars:
            sidebars[key] = draw(**options)
        return sidebars[key]

    context["toctree"] = shared


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_search_language(English)
    sidebars: dict[object, str] = {}
    app.connect(
        "html-page-context",
        lambda _, page, template, context, document: share_sidebar(sidebars, page, context),
        priority=BEFORE_THEME,
    )
    return {"parallel_read_safe": True, "parallel_write_safe": True}
