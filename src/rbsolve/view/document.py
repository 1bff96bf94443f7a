"""The page around the viewer, with the policy that keeps it from asking any other host for anything."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape

TEMPLATE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
{head}<title>{title}</title>
{styles}
</head>
<body>
<div class="sheet">
<header><h1>{title}</h1><span class="faint">{subtitle}</span></header>
<main id="viewer"></main>
</div>
<script type="application/json" id="rbsolve-runs">{runs}</script>
{data}{script}
</body>
</html>
"""

# A page that is a file: nothing may be loaded but what stands in it
LOCKED = "default-src 'none'; base-uri 'none'; form-action 'none'"


def document(
    title: str,
    subtitle: str,
    runs: Sequence[Mapping[str, str]],
    *,
    head: str = "",
    styles: str,
    data: str = "",
    script: str,
) -> str:
    """The HTML. `runs` say where the viewer finds each run; `head`, `styles`, `data` and `script` are HTML."""
    return TEMPLATE.format(
        title=escape(title),
        subtitle=escape(subtitle),
        runs=json.dumps(list(runs), ensure_ascii=False).replace("<", "\\u003c"),
        head=head,
        styles=styles,
        data=data,
        script=script,
    )
