"""The search for the deck that includes a file, and the checks of documents that are closed or have changed."""

import asyncio

import pytest
from lsprotocol import types

from rbsolve.editor import server
from rbsolve.editor.workspace import OpenDecks, _above, _read, path_of

INCLUDE = "@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {%s} } }\n"


def opened(*paths, root=None):
    decks = OpenDecks()
    decks.root = root
    for path in paths:
        decks.put(path.as_uri(), path.read_text(), 1)
    return decks


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_only_addresses_of_files_have_a_path(tmp_path):
    path = tmp_path / "a b.deck"
    assert path_of(path.as_uri()) == path
    assert path_of("untitled:Untitled-1") is None


def test_a_document_that_is_no_file_is_its_own_deck(tmp_path):
    other = write(tmp_path / "a.deck", INCLUDE % "b.dat")
    decks = opened(other)
    before = decks.deck(other.as_uri())
    deck = decks.put("untitled:Untitled-1", "! a\n", 3)
    assert decks.master(deck) is deck
    assert decks.deck(other.as_uri()) is before  # no other document can include it
    assert (decks.version("untitled:Untitled-1"), decks.version("untitled:2")) == (3, None)
    assert decks.paths == {other}
    decks.remove("untitled:Untitled-1")
    assert decks.addresses == [other.as_uri()]


def test_an_open_file_that_is_no_deck_can_be_the_master(tmp_path):
    inner, outer = write(tmp_path / "inner.dat", "! a\n"), write(tmp_path / "outer.inc", INCLUDE % "inner.dat")
    decks = opened(inner, outer)
    assert decks.master(decks.deck(inner.as_uri())).path == outer
    assert decks.master(decks.deck(outer.as_uri())).path == outer
    deck = write(tmp_path / "a.deck", INCLUDE % "inner.dat")  # a deck precedes other files
    decks = opened(inner, outer, deck)
    assert decks.master(decks.deck(inner.as_uri())).path == deck


@pytest.mark.parametrize(("root", "is_found"), [(None, False), ("", True), ("models", True), ("models/parts", False)])
def test_decks_above_are_found_up_to_the_folder_of_the_editor(tmp_path, root, is_found):
    part = write(tmp_path / "models" / "parts" / "part.dat", "! a\n")
    write(tmp_path / "models" / "other.deck", INCLUDE % "none.dat")
    deck = write(tmp_path / "models" / "whole.deck", INCLUDE % "parts/part.dat")
    decks = opened(part, root=None if root is None else tmp_path / root)
    assert decks.master(decks.deck(part.as_uri())).path == (deck if is_found else part)


def test_a_master_that_has_gone_is_looked_for_again(tmp_path):
    part = write(tmp_path / "part.dat", "! a\n")
    first, second = (write(tmp_path / name, INCLUDE % "part.dat") for name in ("a.deck", "b.deck"))
    decks = opened(part)
    assert decks.master(decks.deck(part.as_uri())).path == first
    first.unlink()
    decks.put(part.as_uri(), "! b\n", 2)
    decks.renew(first)
    assert decks.master(decks.deck(part.as_uri())).path == second
    second.write_text("! includes no file\n")
    decks.renew(second)
    decks.forget_files()
    assert decks.master(decks.deck(part.as_uri())).path == part


def test_folders_and_files_that_do_not_exist_contain_nothing(tmp_path):
    assert _above(tmp_path / "none" / "a.dat", None) == []
    assert _read(tmp_path / "none.deck") is None
    deck = write(tmp_path / "b.dym", "a\r\nb")
    assert _above(tmp_path / "none" / "a.dat", tmp_path) == [deck]
    assert _read(deck) == "a\nb"


@pytest.fixture
def editor(monkeypatch):
    """Return a server without a connection, and the diagnostics that it publishes."""
    started, shown = server.DeckServer(), []
    monkeypatch.setattr(started, "text_document_publish_diagnostics", shown.append)
    started.protocol.keep_documents(types.InitializeParams(types.ClientCapabilities()))
    return started, shown


def put(started, path):
    document = types.TextDocumentItem(path.as_uri(), "rbsolve", 1, path.read_text())
    started.workspace.put_text_document(document)
    return document.uri


@pytest.mark.asyncio
async def test_a_document_that_is_closed_before_its_check_is_not_checked(editor, tmp_path, monkeypatch):
    started, shown = editor
    checked = []
    monkeypatch.setattr(server, "_describe", lambda *arguments: checked.append(arguments))
    uri = put(started, write(tmp_path / "a.deck", "@POINTS { }\n"))
    started.change(uri, 0.02)
    started.close(uri)
    await asyncio.sleep(0.1)
    assert checked == []
    assert [(said.uri, said.diagnostics) for said in shown] == [(uri, [])]
    assert started.decks.addresses == []
    started.change(uri, 0.02)
    await asyncio.sleep(0.1)
    assert len(checked) == 1


@pytest.mark.asyncio
async def test_changes_on_disk_do_not_replace_the_text_of_an_open_document(editor, tmp_path):
    started, _ = editor
    path = write(tmp_path / "a.deck", "! open\n")
    uri = put(started, path)
    deck = started.deck(uri)
    path.write_text("! on disk\n")
    started.read[uri] = deck
    started.change_on_disk([uri])
    assert started.deck(uri) is deck
    assert deck.text == "! open\n"


@pytest.mark.parametrize("stage", [server._describe, server._compile])
def test_a_check_ends_as_soon_as_its_text_is_outdated(tmp_path, stage):
    path = write(tmp_path / "a.deck", "@POINTS { }\n")
    decks = opened(path)
    deck = decks.deck(path.as_uri())
    assert stage(decks, deck, lambda: False) is None
    master, found = stage(decks, deck, lambda: True)
    assert master is deck
    assert [one.code.value for one in found] == ["unknown-keyword"]


def test_a_text_that_changes_while_it_is_read_is_not_described(tmp_path):
    path = write(tmp_path / "a.deck", "@POINTS { }\n")
    decks = opened(path)
    answers = iter([True, False])
    assert server._describe(decks, decks.deck(path.as_uri()), lambda: next(answers)) is None
