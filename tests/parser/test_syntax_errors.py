"""Wrong decks, with messages and their places. A single mistake gives a single error."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rbsolve.language.diagnostics import Diagnostics, Severity, Source
from rbsolve.language.syntax import decode, read_tree
from rbsolve.language.syntax.builder import MAXIMUM_DEPTH
from rbsolve.pipeline import check_deck


def findings(text):
    diagnostics = Diagnostics()
    read_tree(Source("a.deck", text), diagnostics)
    return list(diagnostics)


def keywords(blocks):
    return [block.keyword if block.body is None else (block.keyword, keywords(block.body)) for block in blocks]


ONE_ERROR = [
    # These texts have wrong keywords.
    ("@ {1}", 1, 1, "`@` is not followed by a keyword"),
    ("@A {1}\n  @POINT-NAME {P}", 2, 9, "a keyword cannot contain `-`"),
    ("@Größe {1}", 1, 4, "a keyword cannot contain `ö`"),
    ("@A {1}\nPOINT_NAME {P} { @B {1} }", 2, 1, "expected `@` before `POINT_NAME`"),
    # These texts lack an opening brace.
    ("@A", 1, 1, "expected `{` after `@A`"),
    ("@A\n@B {1}", 1, 1, "expected `{` after `@A`"),
    ("@P {\n  @A\n}", 2, 3, "expected `{` after `@A`"),
    ("@P {\n  @A 1, 2\n  @B {3}\n}", 2, 3, "expected `{` after `@A`"),
    ("@P {\n  @A P1} { @B {3} }\n}", 2, 3, "expected `{` after `@A`"),
    ("@P {\n  @A P1 { @B {3} }\n}", 2, 3, "expected `{` after `@A`"),
    ("@COMMENTS some text", 1, 1, "expected `{` after `@COMMENTS`"),
    # These texts lack a closing brace.
    ("@A {1, 2", 1, 4, "this `{` has no matching `}`"),
    ("@P {\n  @A {1, 2\n  @B {3}\n}", 2, 6, "this `{` has no matching `}`"),
    ("@P {\n  @A {x {\n    @B {3}\n  }\n}", 2, 6, "this `{` has no matching `}`"),
    ("@P {\n  @A {x @B {3} }\n}", 2, 6, "this `{` has no matching `}`"),
    ("@P {\n  @A {1}\n", 1, 4, "this `{` has no matching `}`"),
    ("@P {\n  @A {x} {\n    @B {1}\n", 2, 10, "this `{` has no matching `}`"),
    ("@P {\n  @A {x} {\n    @B {1}\n  @A {y} {\n    @B {2}\n  }\n}\n", 2, 10, "this `{` has no matching `}`"),
    ("@P {\n  @A {\n    1, 2\n}\n", 2, 6, "this `{` has no matching `}`"),
    ("@COMMENTS {text", 1, 11, "this `{` has no matching `}`"),
    ("@P {\n  @COMMENTS {text\n", 2, 13, "this `{` has no matching `}`"),
    # These texts have an additional brace.
    ("}", 1, 1, "unexpected `}`"),
    ("@A {1} ! one\n} } ! two\n}", 2, 1, "unexpected `}`"),
    ("@P {\n  @A {x} {\n    @B {1} }\n  }\n}\n", 5, 1, "unexpected `}`"),
    ("{ @A {1} }", 1, 1, "unexpected `{`"),
    ("@A {{1, 2}}", 1, 5, "unexpected `{` among arguments"),
    ("@A {1, {2}, 3}", 1, 8, "unexpected `{` among arguments"),
    ("@A {{ @B {1} }}", 1, 5, "unexpected `{`"),
    ("@A {x} { @B {1} } { @C {2} }", 1, 19, "unexpected `{`"),
    # These texts have wrong quoted text.
    ('@P {\n  @A {"x}\n  @B {1}\n}', 2, 7, "the closing quote of this text is missing"),
    ('@P {\n  @A {1, "x, y\n  }\n  @B {1}\n}', 2, 10, "the closing quote of this text is missing"),
    ('@A {5", 6}', 1, 6, "the closing quote of this text is missing"),
    ('@A {"x" y, 1}', 1, 9, "a comma is missing after the quoted text"),
    # These texts have wrong arguments.
    ("@A {1,, 2}", 1, 7, "an item is missing before this comma"),
    ("@A {, 1}", 1, 5, "an item is missing before this comma"),
    ("@A {1,\n ! comment\n , 2}", 3, 2, "an item is missing before this comma"),
    ("@A {1, 2,\n}", 1, 9, "an item is missing after the last comma"),
    ("@A {,}", 1, 5, "an item is missing before this comma"),
    ("@A {x@y.z}", 1, 6, "unexpected `@` among arguments"),
    # These texts have different text in place of a keyword.
    ("model", 1, 1, "expected a keyword (`@...`), found `model`"),
    ("@A {1}\n ! fine\n  and more ! text\n more\n@B {2}", 3, 3, "expected a keyword (`@...`), found `and more`"),
    ("@A {1},\n@B {2}", 1, 7, "expected a keyword (`@...`), found `,`"),
    ("@A {x} { 1, 2 }", 1, 10, "expected a keyword (`@...`), found `1, 2`"),
    ("\0", 1, 1, "expected a keyword (`@...`), found '\\x00'"),
    # These texts have too many levels of braces.
    ("@A {" * 70 + "}" * 70, 1, 4 * MAXIMUM_DEPTH + 1, f"blocks are nested more than {MAXIMUM_DEPTH} levels deep"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), ONE_ERROR)
def test_one_mistake_is_one_error(text, line, column, message):
    assert [(f.code, f.span.line, f.span.column, f.message) for f in findings(text)] == [
        ("syntax-error", line, column, message)
    ]


@pytest.mark.parametrize(
    ("text", "lines", "blocks"),
    [
        ("@A {1\n@B {2}\n@ {3}\n@C {4\n", [1, 3, 4], ["A", "B", "C"]),
        (
            "@P {\n@A 1\n@B-C {2}\n}\n}\n@D {3}\nfoo\n@E {x} { y }",
            [2, 3, 5, 7, 8],
            [("P", ["A", "B_C"]), "D", ("E", [])],
        ),
        ('@P {\n@A {"1}\n@B {2,,3}\n@C {x} { @D }\n}', [2, 3, 4], [("P", ["A", "B", ("C", [])])]),
    ],
)
def test_independent_mistakes_are_all_reported(text, lines, blocks):
    diagnostics = Diagnostics()
    tree = read_tree(Source("a.deck", text), diagnostics)
    assert [f.span.line for f in diagnostics] == lines
    assert keywords(tree.blocks) == blocks


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        ("@A {1,,2}", True),
        ('@A {"x}', True),
        ("@A-B {1}", True),
        ("@ A {1}", True),
        ("A {1}", True),
        ("@A 1\n@B {2}", True),
        ("@P {\n  @A {1\n  @B {2}\n}", True),
        ("@P {\n  @A {x @B {2} }\n}", False),
        ("@P {\n  @A 1 }\n}", True),
        ("@P {\n  @A 1 }", False),
        ("@A\n@B {1}", False),
        ("@ {1}", False),
        ("@A {1} }", False),
        ("@A { @B {1}", False),
        ("{}", False),
        ("@A {x} {1}", False),
        ("@A {" * 70 + "}" * 70, False),
        ("@A {1,,2}" * 21 + "@B {1}", True),
        ("@A-B {1}" * 22 + "@B {1}", False),
    ],
)
def test_a_tree_knows_whether_blocks_may_be_lost_or_misplaced(text, is_whole):
    diagnostics = Diagnostics()
    tree = read_tree(Source("a.deck", text), diagnostics)
    assert diagnostics.has_errors
    assert tree.is_whole is is_whole


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("@P {\n  @A P1} { @B {3} }\n}", "write `@A {P1}`"),
        ("@A {1\n\n@B {2}", "`@B` on line 3 comes before a `}`"),
        ("@P {\n  @A {x} {\n    @B {1}\n", "blocks without `}` at the end of the file: `@P` (line 1), `@A` (line 2)"),
        (
            "@P {\n  @A {x} {\n    @B {1} }\n  }\n}\n",
            "no block is open at this `}`; the `}` on line 4 may be superfluous, or a `{` may be missing before it",
        ),
        ("@ KEY {1}", "write `@KEY`"),
        ("foo\tbar", "write values in the braces after a keyword: `@KEYWORD {values}`"),
        ("@A {1};", "write no separator between blocks"),
        ("\ufeff\ufeff@A {1}", "its first character is U+FEFF"),
    ],
)
def test_hints(text, hint):
    assert [f.hint for f in findings(text)] == [hint]


def test_a_span_ends_where_the_culprit_ends():
    (finding,) = findings("@A {1}\n@LONG_KEYWORD 5 @B {}")
    assert (finding.span.end_line, finding.span.end_column) == (2, 14)


def test_no_more_than_twenty_errors_of_a_file():
    found = findings("@A {1,,2}\n" * 15 + "@B\n" * 15)
    assert [f.severity for f in found] == [Severity.ERROR] * 20 + [Severity.NOTE]
    assert [f.span.line for f in found] == [*range(1, 22)]
    note = found[-1]
    assert (note.code, note.message) == (
        "syntax-error",
        "this file has more than 20 syntax errors; further errors are not shown",
    )


@pytest.mark.parametrize(
    "text",
    [
        "@A {" * 10_000,
        "@A {" * 10_000 + "}" * 10_000,
        "{" * 10_000,
        "}" * 10_000,
        "@A {x} {" * 10_000 + "1",
        "@A {(" * 10_000,
    ],
)
def test_depth_does_not_matter(text):
    assert 1 <= len(findings(text)) <= 21


@pytest.mark.parametrize("text", ["x" * 500_000, "x-" * 250_000, "@A}" * 30_000])
def test_the_work_does_not_grow_with_the_square_of_the_length(text):
    """If the work grew quadratically, the test would take minutes."""
    assert 1 <= len(check_deck(f"{text}\n").diagnostics) <= 21


@pytest.mark.parametrize(
    "text", ["@A {" + "(" * 10_000 + ")" * 10_000 + "}", "@A {" + "f(1," * 10_000 + ")" * 10_000 + "}"]
)
def test_parentheses_may_nest(text):
    assert findings(text) == []


@pytest.mark.parametrize(
    ("data", "line", "column", "message", "hint"),
    [
        (b"@A {1}\r\n@B {\xe9t\xe9}", 2, 5, "the byte 0xe9 is not valid UTF-8", "save the file as UTF-8 text"),
        (
            b"\xef\xbb\xbf! \xc3\xa9\n\xc3\xa9\xff",
            *(2, 2, "the byte 0xff is not valid UTF-8", "save the file as UTF-8 text"),
        ),
        (b"@A {1}\n@\0", 2, 2, "this file is not a text file: it contains a zero byte", "save the file as UTF-8 text"),
        (
            b"\x89HDF\r\n\x1a\n\0\0",
            *(1, 1, "this is an HDF5 file, such as results of a run, and not a deck"),
            "use `rbsolve info` to show the contents of a results file",
        ),
        ("@A {1}".encode("utf-16"), 1, 1, "this file is UTF-16 text; a deck is UTF-8", "save the file as UTF-8 text"),
    ],
)
def test_bytes_that_are_no_text(data, line, column, message, hint):
    diagnostics = Diagnostics()
    decode(data, "a.deck", diagnostics)
    [found] = diagnostics
    assert (found.code, found.message, found.hint) == ("syntax-error", message, hint)
    width = 1 if "byte 0x" in message else 0  # other files have no text that could be marked
    assert found.span[1:] == (line, column, line, column + width)


def check_any(data):
    """For any bytes, reading ends with diagnostics whose places are inside the text."""
    diagnostics = Diagnostics()
    source = decode(data, "a.deck", diagnostics)
    read_tree(source, diagnostics)
    lines = source.text.split("\n")
    assert sum(finding.severity == "error" for finding in diagnostics) <= 21
    for finding in diagnostics:
        span = finding.span
        assert (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column)
        if source.text:
            assert span.end_line <= len(lines)
            assert span.end_column <= len(lines[span.end_line - 1]) + 2


@given(st.binary(max_size=200))
def test_random_bytes(data):
    check_any(data)


@given(st.text('@{}"!,()#_-. \t\nAB1é', max_size=80))
@example("@A {}{")
@example('@A {"')
def test_random_text_of_the_alphabet(text):
    check_any(text.encode())


GOOD = """\
@POINT_DEFINITION {
  @POINT_NAME {P1} { @COORDINATES {1.0, 2*#L, atan2(1, 2)} @COMMENTS {so, "it ! goes} }
  @POINT_NAME {P2} { ! the second
    @COORDINATES {
      1.0, ! one
      2.0, 3.0 }
    @IS_DEFINED_IN_FRAME {F} @TITLE {"quoted, text"}
  }
}
@INCLUDE { @FILES {.\\A\\b.dat, c.dat} }
"""


@given(st.data())
def test_mutations_of_a_good_deck(data):
    text = GOOD
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = start + data.draw(st.integers(0, 6))
        text = (
            text[:start]
            + data.draw(st.sampled_from(["", "{", "}", "@", '"', ",", "!", "\n", "x", "(", "@COMMENTS {"]))
            + text[stop:]
        )
    check_any(text.encode())


def test_every_deletion_of_a_brace_is_noticed():
    for offset, character in enumerate(GOOD):
        if character in "{}":
            assert 1 <= len(findings(GOOD[:offset] + GOOD[offset + 1 :])) <= 2, offset


def test_no_group_is_possessive_that_old_pythons_match_wrongly():
    """Python 3.11.0 to 3.11.4 match possessive groups wrongly if an alternative fails after some characters
    (gh-106052). The patterns of blanks and comments cannot fail in this way.
    """
    found = []
    language, parser = (Path(__file__).parents[2] / folder for folder in ("language", "parser"))
    for path in (*language.rglob("*.py"), *language.rglob("*.lark"), *parser.rglob("*.py")):
        text = path.read_text(encoding="utf-8").replace(r"(?:\s++|![^\n]*+)", "BLANKS")
        found += [f"{path.name}: {match[0]}" for match in re.finditer(r".*\)(?:[*+?]|\{\d*,?\d*\})\+.*", text)]
    assert not found
