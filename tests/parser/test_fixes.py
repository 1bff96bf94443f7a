"""Automatic fixes of diagnostics."""

import pytest

from rbsolve.parser.fixes import fix_all
from rbsolve.pipeline import check_deck

POINT = "@POINT_DEFINITION {\n  @POINT_NAME {a} { @COORDINATES {1, 2, 3} }\n}\n"


@pytest.mark.parametrize(
    ("wrong", "mended", "titles"),
    [
        (POINT.replace("3}", "3, }"), POINT.replace("3}", "3 }"), ["Remove the comma"]),
        (POINT.replace("{1,", "{, 1,"), POINT.replace("{1,", "{ 1,"), ["Remove the comma"]),
        (POINT + "}\n", POINT + "\n", ["Remove the brace"]),
        (POINT.replace("@COORDINATES", "@COORDINATE"), POINT, ["Change to `@COORDINATES`"]),
        (POINT.replace("3} }", "3} } # mine"), POINT.replace("3} }", "3} } ! # mine"), ["Make it a comment"]),
        (POINT.replace("@POINT_NAME", "COORDINATES"), POINT.replace("@POINT_NAME", "COORDINATES"), []),
    ],
)
def test_a_deck_is_mended_where_that_is_obvious(wrong, mended, titles):
    lines, done = fix_all(wrong.split("\n"), check_deck(wrong).diagnostics)
    assert [fix.title for _, fix in done] == titles
    assert "\n".join(lines) == mended
    assert check_deck(mended).diagnostics.has_errors == (not titles)


def test_the_second_mistake_of_a_line_waits_for_another_round():
    """The reported place of the second mistake refers to the line before the first fix."""
    wrong = POINT.replace("@COORDINATES {1, 2, 3}", "@COORDINATE {1, , 2, 3}")
    assert len([finding for finding in check_deck(wrong).diagnostics if finding.span.line == 2]) > 1
    lines, done = fix_all(wrong.split("\n"), check_deck(wrong).diagnostics)
    assert len(done) == 1
    again, rest = fix_all(lines, check_deck("\n".join(lines)).diagnostics)
    assert len(rest) == 1
    assert check_deck("\n".join(again)).diagnostics.has_errors is False
