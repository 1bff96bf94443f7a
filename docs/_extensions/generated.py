"""Pages that are generated from the program when the site is built: the command line, the Python interface, the index
of keywords, the gallery.

The pages are written to `docs/generated/`, which git does not track. A deck of the gallery is solved again only if it
has changed.
"""

from __future__ import annotations

import gallery
import keywords
import references
from pages import write_page
from sphinx.application import Sphinx
from sphinx.util import logging

log = logging.getLogger(__name__)


def write_pages(app: Sphinx) -> None:
    """Write every page that is missing or has changed."""
    from pathlib import Path

    folder = Path(app.srcdir) / "generated"
    folder.mkdir(exist_ok=True)
    references.write(folder)
    write_page(folder / "keywords.md", keywords.page(gallery.decks()))
    for failure in gallery.write(folder / "gallery"):
        log.warning("gallery: %s", failure)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
