"""Options that are stored as JSON and read again, and files that cannot be read."""

import pickle

import pytest

from rbsolve.language.diagnostics import Code, DeckError, Diagnostics, Source, Span
from rbsolve.language.options import Options
from rbsolve.language.syntax import includes
from rbsolve.pipeline import check_deck


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ([1], "[1] is not a set of options"),
        ("a" * 99, f"'{'a' * 59} is not a set of options"),
        ({"step": "small"}, "'step' cannot be 'small'"),
        ({"steps": 1.0}, "'steps' cannot be 1.0"),
        ({"moved": ["a", "b"]}, "'moved' cannot be ['a', 'b']"),
        ({"parameters": {"a": [1, {}]}}, "{} is not a value of an option"),
    ],
)
def test_other_data_are_no_options(said, message):
    with pytest.raises(ValueError, match=r"option|cannot be") as refused:
        Options.from_json(said)
    assert str(refused.value) == message


def test_options_return_from_json():
    """Lists of numbers become tuples. The folders of includes are valid only on their machine."""
    said = {"step": 0.5, "parameters": {"a": 2, "b": [1, 2.5]}, "allow_include": ["folder"]}
    options = Options.from_json(said)
    assert options == Options(step=0.5, parameters={"a": 2, "b": (1, 2.5)})
    assert type(options.parameters["b"]) is tuple
    assert Options.from_json(options.as_json()) == options


def test_an_error_of_a_deck_keeps_its_diagnostics_in_other_processes():
    found = Diagnostics()
    source = Source("a.deck", "@A {1}\n")
    found.warning(Code.UNUSED_OBJECT, "first", Span(source, 1, 1, 1, 2))
    found.error(Code.SYNTAX_ERROR, "second", Span(source, 1, 4, 1, 5), "third")
    error = pickle.loads(pickle.dumps(DeckError(found)))
    assert str(error) == "a.deck:1:4: error[syntax-error]: second (hint: third)"
    assert [(one.code, one.message, one.hint) for one in error.diagnostics] == [
        ("unused-object", "first", None),
        ("syntax-error", "second", "third"),
    ]


PARTS = """@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} {
@LIST_OF_FILE_NAMES {part} } }
@FUNCTION_1D_DEFINITION { @FUNCTION_1D_NAME {f} { @FUNCTION_1D_TYPE {TABULATED}
@TABLE_FILE {part, 1, 2} } }
"""


def errors_of_includes(deck):
    deck.write_text(PARTS)
    found = [one for one in check_deck(deck).diagnostics if one.code is Code.INCLUDE_ERROR]
    assert [one.line for one in found] == [2, 4]
    return [one.message for one in found]


def test_a_folder_in_place_of_a_file_cannot_be_read(tmp_path):
    (tmp_path / "part").mkdir()
    message = f"`{tmp_path / 'part'}` is not a file"
    assert errors_of_includes(tmp_path / "a.deck") == [message, message]


@pytest.mark.parametrize(
    ("error", "reason"),
    [(PermissionError(13, "Permission denied"), "Permission denied"), (OSError("broken"), "broken")],
)
def test_a_file_that_may_not_be_read(tmp_path, monkeypatch, error, reason):
    """Administrators may read every file, so the refusal of the system is imitated."""

    read = includes.read_source

    def refuse(path, *arguments):
        if path.name == "part":
            raise error
        return read(path, *arguments)

    (tmp_path / "part").write_text("")
    monkeypatch.setattr(includes, "read_source", refuse)
    message = f"cannot read `{tmp_path / 'part'}`: {reason}"
    assert errors_of_includes(tmp_path / "a.deck") == [message, message]
