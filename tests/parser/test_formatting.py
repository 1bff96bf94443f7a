"""The formatter. The formatter has a single style and changes only white space. A second pass changes nothing."""

import random
import re
import shutil
from pathlib import Path

import pytest

from rbsolve.cli import main
from rbsolve.parser.formatting import format_text
from rbsolve.parser.formatting.files import format_deck
from rbsolve.parser.formatting.tokens import TOKEN
from rbsolve.pipeline import check_deck

ROOT = Path(__file__).parents[2]
DECKS = sorted((ROOT / "decks").glob("*.d*"))
ALL_DECKS = sorted(
    path
    for folder in ("decks", "docs", "validation", "benchmarks", "tests/solver")
    for path in (ROOT / folder).rglob("*.deck")
)

LAYOUTS = {
    "spaces": (
        "@A{1 ,2,  3}@B {x}{@C{ 1e3 } @D{}}",
        "@A {1, 2, 3} @B {x} { @C {1e3} @D {} }\n",
    ),
    "expressions and texts as written": (
        '@A {2*#L + sqrt( 2 )/2,atan2(1,2) ,"a ,  b",.\\FIGURES\\}\n',
        '@A {2*#L + sqrt( 2 )/2, atan2(1,2), "a ,  b", .\\FIGURES\\}\n',
    ),
    "indentation by open lines": (
        "@A {\n@B {x} {\n@C {1}\n} }\n@D { @E {y} {\n      @F {1}\n   @G {2}\n} }\n",
        "@A {\n  @B {x} {\n    @C {1}\n} }\n@D { @E {y} {\n  @F {1}\n  @G {2}\n} }\n",
    ),
    "empty lines": (
        "\n\n@A {\n\n\n@B {1}\n\n\n\n@C {2}\n\n}\n\n\n@D {3}\n\n",
        "@A {\n  @B {1}\n\n  @C {2}\n}\n\n@D {3}\n",
    ),
    "hanging braces": (
        "@A\n{\n@B {1}\n}\n@C {x}\n\n  {\n@D {2}\n}",
        "@A {\n  @B {1}\n}\n@C {x} {\n  @D {2}\n}\n",
    ),
    "comments": (
        "! head   \n@A { ! one\n   ! two\n@B {1} !three\n@C {12345}      ! four\n}\n@D ! between\n {1}\n",
        "! head\n@A {  ! one\n  ! two\n  @B {1}      !three\n  @C {12345}  ! four\n}\n@D  ! between\n{1}\n",
    ),
    "comment blocks": (
        "@A {\n@COMMENTS{free   text !\n  of two lines} @B {1}\n}\n",
        "@A {\n  @COMMENTS {free   text !\n  of two lines} @B {1}\n}\n",
    ),
    "rows of numbers": (
        "@A {\n@M {1,0 ,  0,\n0,1,0\n}\n}\n",
        "@A {\n  @M {1, 0, 0,\n    0, 1, 0\n  }\n}\n",
    ),
    "long rows that continue, in a time that is linear in their items": (
        f"@M {{{'0,' * 30}\n1}}\n",
        f"@M {{{', '.join('0' * 30)},\n  1}}\n",
    ),
    "switched off": (
        "@A{1}\n! format: off\n  @B{ 2 }\n\n\n @C{3} {\n! format: on\n@D{4}\n}\n",
        "@A {1}\n! format: off\n  @B{ 2 }\n\n\n @C{3} {\n  ! format: on\n  @D {4}\n}\n",
    ),
    "long lines": (
        f"@A {{ @B {{x}} {{ {' '.join(f'@KEYWORD_{k} {{{k}}}' for k in range(4))} }} }}\n",
        "@A {\n  @B {x} {\n    @KEYWORD_0 {0} @KEYWORD_1 {1}\n    @KEYWORD_2 {2} @KEYWORD_3 {3}\n  }\n}\n",
    ),
    "long lists of functions": (
        f"@A {{{', '.join(f'max({k}, #b, 3)' for k in range(5))}}}\n",
        "@A {max(0, #b, 3), max(1, #b, 3),\n  max(2, #b, 3), max(3, #b, 3),\n  max(4, #b, 3)}\n",
    ),
    "long lists": (
        f"@A {{{', '.join(str(k) for k in range(20))}}} ! all\n",
        "@A {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,\n  11, 12, 13, 14, 15, 16, 17, 18, 19}  ! all\n",
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layout(name):
    written, expected = LAYOUTS[name]
    length = 40 if name in ("long lines", "long lists", "long lists of functions") else 100
    assert format_text(written, length) == expected
    assert format_text(expected, length) == expected


@pytest.mark.parametrize("path", ALL_DECKS, ids=lambda path: path.name)
def test_decks_of_the_project_are_formatted(path):
    assert path.read_text(encoding="utf-8") == format_text(path.read_text(encoding="utf-8"))


def tokens_of(text):
    return [match[0].rstrip() for match in TOKEN.finditer(text)]


def messed_up(text, chance):
    """Return the text with different white space between its tokens, in places where white space has no meaning."""
    pieces = []
    for token in tokens_of(text):
        pieces.append(token)
        pieces.append("\n" if token[0] == "!" else chance.choice(["", " ", "   ", "\t", "\n", "\n\n\n"]))
    joined = "".join(pieces)
    return re.sub(r"(?<=[^\s{},]) ?\t?(?=@)", "\n", joined)


@pytest.mark.parametrize("length", [120, 60, 1])
@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.name)
def test_tokens_stay_and_a_second_pass_changes_nothing(path, length):
    text = path.read_text(encoding="utf-8")
    chance = random.Random(path.name)
    for written in (text, messed_up(text, chance), text.replace("\n", " \n\t")):
        once = format_text(written, length)
        assert tokens_of(once) == tokens_of(written)
        assert format_text(once, length) == once
        assert not re.search(r"[ \t]\n|\n\n\n|\n\n$", once)


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.name)
def test_lines_are_as_long_as_they_may_be_where_they_can_be_broken(path):
    for line in format_text(path.read_text(encoding="utf-8"), 80).splitlines():
        code = line.split("!")[0].strip()
        assert len(line.split("!")[0].rstrip()) <= 80 or len(tokens_of(code)) <= 5 or "COMMENTS" in code


@pytest.fixture(scope="module")
def narrow(tmp_path_factory):
    """Return all decks, formatted with short lines."""
    folder = tmp_path_factory.mktemp("narrow")
    for path in DECKS:
        (folder / path.name).write_text(format_text(path.read_text(encoding="utf-8"), 30), encoding="utf-8")
    for mesh in DECKS[0].parent.glob("*.obj"):
        shutil.copy(mesh, folder)
    return folder


@pytest.mark.parametrize("path", [path for path in DECKS if path.suffix == ".deck"], ids=lambda path: path.name)
def test_results_are_the_same(path, narrow, run_deck):
    assert (narrow / path.name).read_bytes() != path.read_bytes()
    schedule = check_deck(path).compiled.schedule
    end = schedule.start + 2.0 * schedule.spacing if schedule.intervals > 2 else None
    before, after = (run_deck(str(folder / path.name), t_end=end) for folder in (path.parent, narrow))
    assert before.time.tobytes() == after.time.tobytes()
    assert list(before.sensors) == list(after.sensors)
    assert all(before[name].tobytes() == after[name].tobytes() for name in before.sensors)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_line_ends_and_byte_order_mark_stay(mark, end):
    done = format_deck(mark + b"@A{1}" + end + b"! \xc3\xa4" + end, "a.deck")
    assert done.after == mark + b"@A {1}" + end + b"! \xc3\xa4" + end


def test_command(tmp_path, capfdbinary):
    good, wrong = tmp_path / "good.deck", tmp_path / "wrong.deck"
    good.write_bytes(b"@A{1}\n")
    wrong.write_bytes(b"@A{1\n")
    assert main(["format", str(good), "--check"]) == 1
    assert main(["format", "--diff", str(good)]) == 0
    assert b"-@A{1}\n+@A {1}\n" in capfdbinary.readouterr().out
    assert good.read_bytes() == b"@A{1}\n"
    assert main(["format", str(good), str(wrong)]) == 1
    said = capfdbinary.readouterr().err
    assert b"has no matching" in said
    assert said.endswith(b"1 deck formatted, 0 left unchanged\n")
    assert good.read_bytes() == b"@A {1}\n"
    assert wrong.read_bytes() == b"@A{1\n"
    assert main(["format", "--check", str(good), "--line-length", "30"]) == 0
    assert capfdbinary.readouterr().err == b"0 decks would be formatted, 1 left unchanged\n"
    assert main(["format", str(tmp_path / "missing.deck")]) == 4
