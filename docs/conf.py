"""Sphinx configuration."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "rbsolve"
author = "the rbsolve developers"
extensions = ["myst_parser", "generated", "mathml"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "_extensions", "figures/*.py", "figures/*.md"]
suppress_warnings = ["myst.xref_missing"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "rbsolve"
html_math_renderer = "mathml"
html_static_path = ["_static"]
html_css_files = ["site.css"]
