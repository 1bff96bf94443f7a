"""Colours of shapes, with matplotlib as the reference."""

import pytest
from matplotlib.colors import CSS4_COLORS, to_hex

from rbsolve.language.colours import CSS_COLOURS, colour_code


def test_names_are_those_of_css():
    assert {name: code.lower() for name, code in CSS4_COLORS.items()} == CSS_COLOURS


@pytest.mark.parametrize("text", ["#1aF", "#0b3", "#12AbEf", "Teal", "rebeccapurple"])
def test_codes_of_colours(text):
    assert colour_code(text) == to_hex(text.lower())


@pytest.mark.parametrize("text", ["#12", "#1234", "#12345g", "tealish", "1af", " #1af", ""])
def test_other_texts_are_no_colours(text):
    assert colour_code(text) is None
