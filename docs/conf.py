"""Sphinx configuration."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_extensions"))
(HERE / "generated" / "reports").mkdir(
    parents=True, exist_ok=True
)  # the extension generates these pages after Sphinx has looked for them

project = "rbsolve"
author = "the rbsolve developers"
extensions = ["myst_parser", "generated", "links", "mathml", "shared"]
source_suffix = {".md": "markdown"}
exclude_patterns = [
    "_build",
    "_extensions",
    "figures/*.py",
    "figures/*.md",
    "generated/python/*.md",
    "generated/python.md",
]
suppress_warnings = ["myst.xref_missing"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "rbsolve"
html_favicon = "_static/favicon.svg"
html_show_copyright = False
html_math_renderer = "mathml"
html_static_path = ["_static"]
html_extra_path = ["generated/reports"]
html_css_files = ["site.css"]
html_js_files = ["landing.js"]
