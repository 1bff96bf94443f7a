"""Makes the page around the viewer. The content security policy of the page prevents requests to other hosts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape

from rbsolve.solver.model.findings import Finding

MOST_FINDINGS = 200  # maximum number of listed diagnostics of a run
SEVERITIES = ("error", "warning", "note")
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
<header><h1>{title}</h1><span class="faint">{subtitle}</span>{findings}</header>
<main id="viewer"></main>
</div>
<script type="application/json" id="rbsolve-runs">{runs}</script>
{data}{script}
</body>
</html>
"""

# The policy of a page in a file. Such a page may load only its own content.
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
    findings: Sequence[tuple[str, Sequence[Finding]]] = (),
) -> str:
    """Return the HTML. `runs` contains the data of each run for the viewer. `head`, `styles`, `data` and `script` are
    parts of the page in HTML.

    `findings` contains the diagnostics of each run, with its label.
    """
    return TEMPLATE.format(
        title=escape(title),
        subtitle=escape(subtitle),
        runs=json.dumps(list(runs), ensure_ascii=False).replace("<", "\\u003c"),
        head=head,
        styles=styles,
        data=data,
        script=script,
        findings=_list(findings),
    )


def _list(findings: Sequence[tuple[str, Sequence[Finding]]]) -> str:
    """Return a list of diagnostics that opens on a click. Without diagnostics, the text is empty."""
    items = [
        f'<li class="{finding.severity}">{escape(f"{label}: " if len(findings) > 1 else "")}{escape(str(finding))}'
        + (f"<small>{escape(finding.hint)}</small>" if finding.hint else "")
        + "</li>"
        for label, found in findings
        for finding in found[:MOST_FINDINGS]
    ]
    if not items:
        return ""
    every = [finding for _, found in findings for finding in found]
    counts = {kind: sum(finding.count for finding in every if finding.severity == kind) for kind in SEVERITIES}
    words = [f"{number} {kind}{'s' * (number != 1)}" for kind, number in counts.items() if number]
    return f'<details class="findings"><summary>{", ".join(words)}</summary><ol>{"".join(items)}</ol></details>'
