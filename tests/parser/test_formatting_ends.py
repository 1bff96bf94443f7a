"""The end of formatted texts, also if the formatter is off there."""

import pytest

from rbsolve.parser.formatting import format_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("\n\n", ""),
        ("@A {1}\n\n\n", "@A {1}\n"),
        ("@A{1}\n! format: off\n @B{ 2 }\n\n  \n", "@A {1}\n! format: off\n @B{ 2 }\n"),
    ],
)
def test_a_text_ends_with_one_line_end(text, expected):
    assert format_text(text) == expected
    assert format_text(expected) == expected
