"""Included files. rbsolve includes a file at the place of the command. The path is relative to the including file, and
the file must be within the deck's folder."""

import pytest

from rbsolve.language.diagnostics import Diagnostics, Moved, Source
from rbsolve.language.syntax import read_deck
from rbsolve.pipeline import check_deck


def include(*names, active="YES"):
    return (
        f"@INCLUDE_COMMAND {{ @INCLUDE_COMMAND_NAME {{n}} {{ @ACTIVE_COMMAND {{{active}}}\n"
        f"  @LIST_OF_FILE_NAMES {{{', '.join(names)}}} }} }}\n"
    )


@pytest.fixture
def folder(tmp_path):
    """Return a function that writes files below a deck folder and returns this folder."""
    root = tmp_path / "deck"

    def write(**texts):
        for name, text in texts.items():
            path = root / name.replace("__", "/")
            path = path.with_name(path.name + ".dat")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return root

    return write


def read(deck, **options):
    diagnostics = Diagnostics()
    tree, sources = read_deck(deck, diagnostics, **options)
    return tree, sources, list(diagnostics)


def keywords(blocks):
    return [block.keyword if block.body is None else (block.keyword, keywords(block.body)) for block in blocks]


def test_a_file_of_design_parameters_as_dymore_names_it(folder):
    root = folder(main="@P {\n  @DESIGN_PARAMETERS_FILE_NAME {sub/p.dat}\n}\n@A {#L}", sub__p="@D { @N {#L} @S {2} }")
    tree, sources, found = read(root / "main.dat")
    assert found == []
    assert keywords(tree.blocks) == [("P", [("D", ["N", "S"])]), "A"]
    assert [source.name for source in sources] == [str(root / "main.dat"), str(root / "sub/p.dat")]
    (missing,) = read("@P { @DESIGN_PARAMETERS_FILE_NAME {none.dgp} }", folder=root)[2]
    assert (missing.code, missing.span.column) == ("include-error", 36)


def test_files_come_in_place_at_any_level(folder):
    root = folder(
        main="@A {1}\n" + include("sub/b.dat", "c.dat") + "@M {\n" + include("c.dat") + "@D {1} }",
        sub__b="@B {1}\n" + include("deep/e.dat"),
        sub__deep__e="@E {1}",
        c="@C {1}",
    )
    tree, sources, found = read(root / "main.dat")
    assert found == []
    assert keywords(tree.blocks) == ["A", "B", "E", "C", ("M", ["C", "D"])]
    names = ["main", "sub/b", "sub/deep/e", "c", "c"]
    assert [source.name for source in sources] == [str(root / f"{name}.dat") for name in names]
    assert tree.blocks[2].span.source is sources[2]


def test_findings_carry_their_file_in_reading_order(folder):
    root = folder(main=include("b.dat", "c.dat") + "@X", b="@A {1}\n@B", c="@C")
    _, _, found = read(root / "main.dat")
    assert [(f.span.source.name.rsplit("/")[-1], f.span.line) for f in found] == [
        ("main.dat", 3),
        ("b.dat", 2),
        ("c.dat", 1),
    ]


@pytest.mark.parametrize("name", [r"sub\b.dat", r".\sub\b.dat", '"sub/b.dat"', "./sub/../sub/b.dat"])
def test_how_a_path_may_be_written(folder, name):
    root = folder(main=include(name), sub__b="@B {1}")
    tree, _, found = read(str(root / "main.dat"))
    assert found == []
    assert keywords(tree.blocks) == ["B"]


def test_an_inactive_command_includes_nothing(folder):
    root = folder(main="@A {1}" + include("missing.dat", active="NO"))
    tree, sources, found = read(root / "main.dat")
    assert found == []
    assert keywords(tree.blocks) == ["A"]
    assert len(sources) == 1


@pytest.mark.parametrize("deck", ["@A {1}\n" + include("c.dat"), Source("<stdin>", "@A {1}\n" + include("c.dat"))])
def test_text_includes_relative_to_the_current_folder(folder, monkeypatch, deck):
    monkeypatch.chdir(folder(c="@C {1}"))
    tree, sources, found = read(deck)
    assert found == []
    assert keywords(tree.blocks) == ["A", "C"]
    assert [source.name for source in sources] == [getattr(deck, "name", "<text>"), "c.dat"]


def test_a_text_needs_no_folder_until_it_includes(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    tree, _, found = read("@A {1}")
    assert (keywords(tree.blocks), found) == (["A"], [])
    _, _, (finding,) = read(include("c.dat"))
    assert (finding.code, finding.message) == ("include-error", "cannot read `c.dat`: No such file or directory")


def test_allowed_folders(folder, tmp_path):
    root = folder(main=include("../shared/s.dat"))
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "s.dat").write_text("@S {1}\n" + include("t.dat"))
    (tmp_path / "shared" / "t.dat").write_text("@T {1}")
    tree, _, found = read(root / "main.dat", allow_include=[tmp_path / "shared"])
    assert found == []
    assert tree.is_whole
    assert keywords(tree.blocks) == ["S", "T"]
    _, _, (finding,) = read(root / "main.dat")
    assert (finding.code, finding.span.line, finding.span.column) == ("include-error", 2, 24)
    assert "outside" in finding.message
    assert not read(root / "main.dat")[0].is_whole
    assert "--allow-include" in finding.hint


def test_a_link_does_not_lead_outside(folder, tmp_path):
    root = folder(main=include("link.dat"))
    (tmp_path / "secret.dat").write_text("@S {1}")
    (root / "link.dat").symlink_to(tmp_path / "secret.dat")
    _, _, (finding,) = read(root / "main.dat")
    assert "outside" in finding.message


@pytest.mark.parametrize(
    ("files", "file", "cycle"),
    [
        ({"main": include("main.dat")}, "main", ["main", "main"]),
        ({"main": include("a.dat"), "a": include("b.dat"), "b": "\n" + include("a.dat")}, "b", ["a", "b", "a"]),
    ],
)
def test_cycles(folder, files, file, cycle):
    root = folder(**files)
    _, _, (finding,) = read(root / "main.dat")
    assert finding.code == "include-error"
    assert finding.span.source.name == str(root / f"{file}.dat")
    assert " -> ".join(str(root / f"{name}.dat") for name in cycle) in finding.message


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("points.dat", "there is no file", "did you mean `Points.dat`?"),
        ("sub/points.dat", "there is no file", "there is no folder"),
        ("..", "outside", "--allow-include"),
        ("/etc/passwd", "outside", "--allow-include"),
        (".", "is not a file", None),
        ("x\x01\udcff.dat", "there is no file", None),
        ("n" * 300 + ".dat", "cannot read", None),
        ("Points.dat/x", "there is no file", "there is no folder"),
    ],
)
def test_what_cannot_be_included(folder, monkeypatch, name, message, hint):
    root = folder(main="@A {1}", Points="@P {1}")
    deck = Source(str(root / "main.dat"), "@A {1}\n" + include(name))
    monkeypatch.chdir(root)
    _, _, (finding,) = read(deck)
    assert (finding.code, finding.span.line, finding.span.column) == ("include-error", 3, 24)
    assert message in finding.message
    assert finding.hint is None if hint is None else hint in finding.hint


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("@INCLUDE_COMMAND {a.dat}", "missing-keyword", 1, 1),
        ("@INCLUDE_COMMAND {\n@INCLUDE_COMMAND_NAME {n} { @COMMENTS {x} } }", "missing-keyword", 2, 1),
        (
            "@INCLUDE_COMMAND {\n@INCLUDE_COMMAND_NAME {n} { @LIST_OF_FILES {c.dat} @LIST_OF_FILE_NAMES {} } }",
            "unknown-keyword",
            2,
            29,
        ),
        ("@INCLUDE_COMMAND {\n @COMMENTS {x} @ACTIVE_COMMAND {NO} }", "unknown-keyword", 2, 16),
        (
            "@INCLUDE_COMMAND {\n@INCLUDE_COMMAND_NAME {n} { @ACTIVE_COMMAND {no} @LIST_OF_FILE_NAMES {} } }",
            "invalid-value",
            2,
            45,
        ),
    ],
)
def test_wrong_commands(text, code, line, column):
    _, _, (finding,) = read(text)
    assert (finding.code, finding.span.line, finding.span.column) == (code, line, column)


def test_includes_that_multiply_end(folder):
    texts = {f"f{level}": include(*[f"f{level + 1}.dat"] * 10) for level in range(6)}
    root = folder(**texts, f6="@A {1}")
    _, sources, found = read(root / "f0.dat")
    assert len(sources) == 1000
    assert [f.message for f in found] == ["more than 1000 files are included"]


def test_a_long_chain_of_includes_ends(folder):
    texts = {f"f{level}": "@A {1}\n" + include(f"f{level + 1}.dat") for level in range(60)}
    tree, _, found = read(folder(**texts, f60="@A {1}") / "f0.dat")
    assert [f.message for f in found] == ["included files are nested more than 50 levels deep"]
    assert keywords(tree.blocks) == ["A"] * 51


def test_blocks_of_included_files_nest_as_deep_as_others(folder):
    texts = {f"f{level}": "@A {" * 20 + include(f"f{level + 1}.dat") + "}" * 20 for level in range(6)}
    _, _, (finding,) = read(folder(**texts, f6="@A {1}") / "f0.dat")
    assert finding.message == "blocks are nested more than 64 levels deep"
    assert finding.span.source.name.endswith("f3.dat")


def test_a_master_deck_that_cannot_be_read_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "missing.deck")


PARTS = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#L} @SCALAR_VALUE {1} }
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {0, 0, #L} } @POINT_NAME {Q} { @COORDINATES {1, 0, #L} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {P} @POINT2_NAME {Q} @TRIAD_NAME {TRIAD_INERTIAL} } }
@TEMPLATE_DEFINITION { @TEMPLATE_NAME {t} { @POINT_DEFINITION { @POINT_NAME {P_#instance} { @COORDINATES {0, 0, 0} } } } }
@INSTANCE_DEFINITION { @INSTANCE_NAME {n} { @TEMPLATE_NAME {t} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }
"""


def test_a_file_that_is_included_twice_is_one_finding(tmp_path):
    (tmp_path / "parts.dat").write_text(PARTS)
    deck = tmp_path / "m.deck"
    deck.write_text(include("parts.dat") + "\n" + include("parts.dat"))
    [finding] = [found for found in check_deck(deck).diagnostics if found.severity == "error"]
    first, second = (number for number, line in enumerate(deck.read_text().split("\n"), 1) if "parts.dat" in line)
    assert (finding.code, finding.line, finding.span.text) == ("duplicate-name", second, "parts.dat")
    end = f"parts.dat is included twice, so its names are defined twice; the file is first included at line {first}"
    assert finding.message.endswith(end)
    assert finding.hint == "remove one of the two includes"


def test_a_file_without_names_may_be_included_in_many_places(tmp_path):
    (tmp_path / "place.dat").write_text("@COORDINATES {1, 2, 3}")
    deck = tmp_path / "m.deck"
    points = (f"@POINT_NAME {{{name}}} {{ {include('place.dat')} }}" for name in "PQ")
    deck.write_text(f"@POINT_DEFINITION {{ {' '.join(points)} }}")
    assert not check_deck(deck).diagnostics.has_errors


def test_names_of_a_file_that_differ_by_instance_may_be_included_twice(tmp_path):
    (tmp_path / "point.dat").write_text("@POINT_DEFINITION { @POINT_NAME {P_#instance} { @COORDINATES {1, 2, 3} } }")
    deck = tmp_path / "m.deck"
    templates = "".join(f"@TEMPLATE_NAME {{{name}}} {{ {include('point.dat')} }}\n" for name in "tu")
    instances = "".join(f"@INSTANCE_NAME {{{name}}} {{ @TEMPLATE_NAME {{{name}}} }}\n" for name in "tu")
    deck.write_text(f"@TEMPLATE_DEFINITION {{ {templates} }} @INSTANCE_DEFINITION {{ {instances} }}")
    assert not check_deck(deck).diagnostics.has_errors


def test_an_absolute_path_belongs_to_the_copy_only_if_the_deck_was_copied(tmp_path):
    before, now = tmp_path / "before", tmp_path / "now"
    for moved, expected in ((None, before), (Moved(str(before), str(now)), now)):
        source = Source(str(tmp_path / "elsewhere" / "model.deck"), "", moved=moved)
        assert source.file(str(before / "shapes" / "ball.obj")) == str(expected / "shapes" / "ball.obj")
        assert source.file("ball.obj") == str(tmp_path / "elsewhere" / "ball.obj")
