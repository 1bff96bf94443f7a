"""Sphinx configuration."""

project = "rbsolve"
author = "the rbsolve developers"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
exclude_patterns = ["_build", "figures/*.py", "figures/*.md"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing"]
