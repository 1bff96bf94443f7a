"""Formulas as MathML, which browsers render without scripts from another host."""

from __future__ import annotations

import re

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

# Replacements for commands that the converter does not know.
_SAME = {
    r"\begin{aligned}": r"\begin{align*}",
    r"\end{aligned}": r"\end{align*}",
    r"\begin{bmatrix}": r"\left[\begin{matrix}",
    r"\end{bmatrix}": r"\end{matrix}\right]",
}

_FUNCTIONS = r"exp|sinh|cosh|tanh|sin|cos|tan|cot|ln|log|max|min|det|arctan"
_NAMED = re.compile(rf"(\\(?:{_FUNCTIONS}|operatorname\{{\w+\}}))(?=\s+[A-Za-z]|\s*\\(?!left|[bB]igg?l|[!,;:^_]))")
"""A function whose argument has no parentheses; the converter would omit the space between them."""
_FACTOR = re.compile(rf"(?<=[A-Za-z0-9)}}])\s*(\\(?:{_FUNCTIONS})(?![A-Za-z]))")
"""A function after a factor; the converter would omit the space between them."""
_BAR = '<mo stretchy="false">&#x0007C;</mo>'
_CLOSE_BAR = '<mo stretchy="false" lspace="0" rspace="0">&#x0007C;</mo>'


def mathml(formula: str, display: str = "inline") -> str:
    """A formula of LaTeX as MathML."""
    for written, meant in _SAME.items():
        formula = formula.replace(written, meant)
    formula = _NAMED.sub(r"\1\\,", formula)
    formula = _FACTOR.sub(r"\\,\1", formula)
    return convert(formula, display=display).replace(_BAR, _CLOSE_BAR)


def inline(writer: HTML5Translator, node: nodes.math) -> None:
    """A formula within a line."""
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def display(writer: HTML5Translator, node: nodes.math_block) -> None:
    """A displayed formula."""
    writer.body.append(f'<div class="formula">{mathml(node.astext(), "block")}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_html_math_renderer("mathml", (inline, None), (display, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
