"""The display of a diagnostic."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from rbsolve.language.diagnostics import Code, Diagnostics, Source, Span
from rbsolve.parser.render import LINE_WIDTH, render, render_rich, summary


def make_finding(text, line, column, end_line, end_column, hint=None, message="wrong"):
    diagnostics = Diagnostics()
    diagnostics.error(
        Code.INVALID_VALUE, message, Span(Source("a.deck", text), line, column, end_line, end_column), hint
    )
    return diagnostics


def excerpt(text, *place):
    """Return the source line and the marker of a diagnostic, without their margins."""
    _, shown, marker, *_ = render(make_finding(text, *place)).split("\n")
    margin, _, shown = shown.partition(" | ")
    assert int(margin) == place[0]
    assert marker.startswith(" " * len(margin) + " | ")
    return shown, marker[len(margin) + 3 :]


def test_the_whole_form():
    findings = make_finding("@A {\n  @COORD {1}\n}", 2, 3, 2, 9, "did you mean `@COORDINATES`?")
    assert render(findings) == (
        "a.deck:2:3: error[invalid-value]: wrong\n"
        "    2 |   @COORD {1}\n"
        "      |   ^^^^^^\n"
        "      = hint: did you mean `@COORDINATES`?\n"
        "\n"
        "1 error\n"
    )


@pytest.mark.parametrize(
    ("text", "place", "shown", "marker"),
    [
        ("@A {1}", (1, 1, 1, 3), "@A {1}", "^^"),
        ("\t@A\t{1}", (1, 5, 1, 8), "    @A  {1}", "        ^^^"),
        ("@A {", (1, 5, 1, 5), "@A {", "    ^"),
        ("@A {1,\n 2\n}", (1, 4, 3, 2), "@A {1,", "   ^^^ ... to line 3"),
        ("a\x1b[31m\x00b", (1, 7, 1, 8), "a\ufffd[31m\ufffdb", "      ^"),
        ("日本 {x}", (1, 4, 1, 5), "日本 {x}", "     ^"),
        ("e\u0301 {x}", (1, 4, 1, 5), "e\u0301 {x}", "  ^"),
    ],
)
def test_excerpts(text, place, shown, marker):
    assert excerpt(text, *place) == (shown, marker)


@pytest.mark.parametrize(("column", "width"), [(1, 5), (200, 7), (396, 5), (1, 400), (150, 200)])
def test_long_lines_are_shortened_around_the_place(column, width):
    text = "".join(chr(ord("a") + index % 26) for index in range(400))
    shown, marker = excerpt(text, 1, column, 1, column + width)
    assert len(shown) <= LINE_WIDTH + 6
    start = marker.index("^")
    marked = shown[start : len(marker)]
    assert text[column - 1 :].startswith(marked)
    assert len(marked) >= min(width, LINE_WIDTH // 2)
    assert len(marker) <= len(shown)


@pytest.mark.parametrize("text", ["", "   ", "@A {1}\n\n"])
def test_without_a_line_there_is_no_excerpt(text):
    last = text.count("\n") + 1
    assert render(make_finding(text, last, 1, last, 1)).split("\n")[1:] == ["", "1 error", ""]


def test_messages_cannot_disturb_the_terminal():
    text = render(make_finding("x", 1, 1, 1, 2, "a\x07b", "\x1b[31mred\n\tend"))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "\\x1b[31mred  end" in text


def test_summary():
    diagnostics = Diagnostics()
    assert summary(diagnostics) == ""
    assert render(diagnostics) == ""
    span = Span(Source("a.deck", "x"), 1, 1, 1, 2)
    for _ in range(3):
        diagnostics.error(Code.SYNTAX_ERROR, "wrong", span)
    diagnostics.warning(Code.UNUSED_OBJECT, "unused", span)
    assert summary(diagnostics) == "3 errors, 1 warning"
    diagnostics.note(Code.UNUSED_OBJECT, "see", span)
    assert summary(diagnostics) == "3 errors, 1 warning, 1 note"


@pytest.mark.parametrize("colours", [False, True])
def test_rich_shows_the_same_text(colours):
    diagnostics = make_finding("@A {\n  [bold] @COORD {1}\n}", 2, 3, 2, 9, "did you mean [red]?")
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=colours, color_system="standard" if colours else None, width=20)
    console.print(render_rich(diagnostics), soft_wrap=True, end="")
    assert ("\x1b[" in stream.getvalue()) is colours
    if not colours:
        assert stream.getvalue() == render(diagnostics)


# Characters that UTF-8 can contain. The function `st.text()` draws the same characters, but first asks the codec about
# each character of Unicode.
letters = st.characters(exclude_categories=["Cs"])


@given(st.text(letters, max_size=300), st.integers(1, 4), st.integers(1, 200), st.integers(0, 2), st.integers(1, 200))
def test_any_place_of_any_text(text, line, column, more_lines, end_column):
    end = (line, column + end_column) if more_lines == 0 else (line + more_lines, end_column)
    shown = render(make_finding(text, line, column, *end))
    assert shown.startswith(f"a.deck:{line}:{column}: error[invalid-value]: wrong\n")
    assert shown.replace("\n", "").isprintable()


def test_a_place_without_extent_is_marked_by_its_character():
    assert excerpt("a \N{CJK UNIFIED IDEOGRAPH-6F22} b", 1, 3, 1, 3) == ("a \N{CJK UNIFIED IDEOGRAPH-6F22} b", "  ^^")
    assert excerpt("a b", 1, 3, 1, 3) == ("a b", "  ^")


def test_long_words_of_messages_and_hints_are_shortened():
    """A word keeps its first 80 characters. Short words and texts remain as they are."""
    source, long = Source("m.deck", "@A"), "a" * 300
    diagnostics = Diagnostics()
    diagnostics.warning(
        Code.SYNTAX_ERROR, f"`{long}` is long", Span(source, 1, 1, 1, 2), f"write `{long[:90]}` or {long}"
    )
    diagnostics.warning(Code.SYNTAX_ERROR, long[:90], Span(source, 1, 2, 1, 3), long[:90])
    first, second = diagnostics
    assert first.message == f"`{'a' * 80}...` is long"
    assert first.hint == f"write `{'a' * 90}` or {'a' * 80}..."
    assert (second.message, second.hint) == ("a" * 90, "a" * 90)
