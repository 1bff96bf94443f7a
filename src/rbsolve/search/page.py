"""Writes a self-contained HTML page with words, tables and pictures, in the style of `rbsolve report`."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.page import asset
from rbsolve.results.file.target import whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE = """\
html,body{height:auto}.sheet{height:auto;display:block}.sheet>header{flex-wrap:wrap}
article{max-width:1060px;margin:0 auto;padding:14px}
section{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:12px 16px;margin:0 0 14px;overflow-x:auto}
h2{font-size:15px;margin:0 0 8px}h2 small{font-weight:400;color:var(--faint)}p{margin:6px 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th{text-align:left;font-weight:600;color:var(--faint);font-size:12px}th,td{padding:4px 18px 4px 0;white-space:nowrap}
tr+tr td,tbody tr td{border-top:1px solid var(--line)}td.wide{white-space:normal}
.good{color:var(--good)}.bad{color:var(--bad)}.note{border-left:3px solid var(--warn);padding-left:10px}
svg{display:block;width:100%;height:auto;color:var(--text);fill:currentColor}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px;margin:0}dt{color:var(--faint)}dd{margin:0}
"""
_TEMPLATE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'; {policy}; img-src data:">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div class="sheet">
<header><h1>{title}</h1><span class="faint">{subtitle}</span></header>
<article>
{sections}
</article>
</div>
</body>
</html>
"""


def write_page(path: Path, title: str, subtitle: str, sections: Sequence[str]) -> None:
    """Write a page with sections in HTML."""
    style = "\n".join((asset("view-style.css").decode(), asset("view-page.css").decode(), _STYLE))
    # Inline style attributes must be permitted, because hashes do not cover the style attributes of pictures.
    digest = b64encode(sha256(style.encode()).digest()).decode()
    text = _TEMPLATE.format(
        policy=f"style-src-elem 'sha256-{digest}'; style-src-attr 'unsafe-inline'",
        title=escape(title),
        subtitle=escape(subtitle),
        style=style,
        sections="\n".join(sections),
    )
    with whole(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def section(title: str, content: str, small: str = "") -> str:
    """Return a section of the page. `content` is HTML."""
    aside = f" <small>{escape(small)}</small>" if small else ""
    return f"<section><h2>{escape(title)}{aside}</h2>\n{content}\n</section>"


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """Return a list of values with their names. Unknown values are omitted."""
    return "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(what)}</dd>" for name, what in pairs if what) + "</dl>"


def picture(figure: Figure, name: str) -> str:
    """Return a figure as HTML, in the colours of the page. `name` makes the ids in the figure unique."""
    from matplotlib import rc_context

    figure.patch.set_alpha(0.0)
    for axes in figure.axes:
        axes.patch.set_alpha(0.0)
    stream = io.StringIO()
    with rc_context({"svg.hashsalt": f"rbsolve {name}"}):
        figure.savefig(stream, format="svg", metadata={"Date": None})
    text = stream.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"<style[^>]*>.*?</style>", "", text, flags=re.DOTALL)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text)
    return text.replace("#000000", "currentColor")
