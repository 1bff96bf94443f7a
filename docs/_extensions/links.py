"""Checks every link of the built site: pages, files and anchors within the site must exist; external links must be
well-formed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.errors import SphinxError

OUTSIDE = ("http", "https")
LINKS = {("a", "href"), ("img", "src"), ("link", "href"), ("script", "src")}
_NOT_OURS = ("reports", "_static")  # pages that are not documentation
_MOST_TOLD = 20


_TAG = re.compile(r"<(\w+)\s((?:[^>\"]|\"[^\"]*\")*)>")
_ATTRIBUTE = re.compile(r"([\w-]+)=\"([^\"]*)\"")
_REMARK = re.compile(r"<!--.*?-->|(?<=>)[^<]+(?=</script>)", re.DOTALL)


class _Page:
    """The links and the anchors of a page. Its attributes have double quotes, as Sphinx writes them."""

    def __init__(self, path: Path) -> None:
        self.links: list[str] = []
        self.anchors: set[str] = set()
        for tag, attributes in _TAG.findall(_REMARK.sub("", path.read_text(encoding="utf-8"))):
            for name, value in _ATTRIBUTE.findall(attributes):
                if name == "id" or (name == "name" and tag == "a"):
                    self.anchors.add(unescape(value))
                elif (tag, name) in LINKS:
                    self.links.append(unescape(value))


def broken_links(site: Path) -> Iterator[str]:
    """Descriptions of the broken links of a site."""
    _target.cache_clear()
    _is_file.cache_clear()
    pages: dict[Path, _Page] = {}
    own = [path for path in sorted(site.rglob("*.html")) if path.relative_to(site).parts[0] not in _NOT_OURS]
    for path in own:
        pages[path] = _Page(path)
    for path in own:
        for link in dict.fromkeys(pages[path].links):
            reason = _trouble(link, path, site, pages)
            if reason is not None:
                yield f"{path.relative_to(site)}: {link}: {reason}"


def _trouble(link: str, page: Path, site: Path, pages: dict[Path, _Page]) -> str | None:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        is_sound = parts.scheme in OUTSIDE and "." in parts.netloc and " " not in link
        return None if is_sound or parts.scheme in ("mailto", "data") else "no address"
    target = _target(page.parent, unquote(parts.path)) if parts.path else page
    if not target.is_relative_to(site):
        return "it leaves the site"
    if target not in pages and not _is_file(target):
        return "there is no such file"
    anchor = unquote(parts.fragment)
    known = pages.get(target)
    if anchor and known is not None and anchor not in known.anchors:
        return "there is no such place on the page"
    return None


@cache
def _target(folder: Path, path: str) -> Path:
    """The file that a link on a page of a folder refers to. It is cached, because most pages of a folder share the
    links of the sidebar."""
    target = (folder / path).resolve()
    return target / "index.html" if target.is_dir() else target


_is_file = cache(Path.is_file)


def check(app: Sphinx, failure: Exception | None) -> None:
    """Fail the build of a site with broken links."""
    if failure is not None or app.builder.format != "html":
        return
    found = list(broken_links(Path(app.outdir).resolve()))
    if found:
        raise SphinxError("\n".join([f"{len(found)} broken links:", *found[:_MOST_TOLD]]))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("build-finished", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
