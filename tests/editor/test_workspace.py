"""Open decks that one thread reads while another thread changes them."""

import asyncio

import pytest
from lsprotocol import types

from rbsolve.editor import server, workspace
from rbsolve.editor.workspace import OpenDecks


@pytest.fixture
def parts(pendulum):
    return pendulum.with_name("parts.dat")


def between(monkeypatch, module, name, change):
    """Call `change` once, right after a function of a module has been called. Another thread could make the change at
    this moment.
    """
    called, left = getattr(module, name), [change]

    def wrapped(*arguments):
        answer = called(*arguments)
        if left:
            left.pop()()
        return answer

    monkeypatch.setattr(module, name, wrapped)


def test_a_document_opens_while_a_master_is_looked_for(monkeypatch, pendulum, parts):
    decks = OpenDecks()
    for path in (parts, pendulum):
        decks.put(path.as_uri(), path.read_text(), 1)
    between(monkeypatch, workspace, "names_files", lambda: decks.put(parts.with_name("new.dat").as_uri(), "", 1))
    assert decks.master(decks.deck(parts.as_uri())).path == pendulum


def test_a_master_that_changes_while_it_is_looked_for_is_looked_for_again(monkeypatch, pendulum, parts):
    decks = OpenDecks()
    for path in (parts, pendulum):
        decks.put(path.as_uri(), path.read_text(), 1)
    text = pendulum.read_text() + "\n"
    between(monkeypatch, workspace, "names_files", lambda: decks.put(pendulum.as_uri(), text, 2))
    decks.master(decks.deck(parts.as_uri()))
    assert decks.master(decks.deck(parts.as_uri())).text == text


@pytest.mark.asyncio
async def test_a_deck_that_changes_on_disk_during_a_check_is_checked_again(monkeypatch, pendulum, parts):
    shown, loop = {}, asyncio.get_running_loop()
    editor = server.DeckServer()
    monkeypatch.setattr(
        editor, "text_document_publish_diagnostics", lambda said: shown.update({said.uri: said.diagnostics})
    )
    editor.protocol.keep_documents(types.InitializeParams(types.ClientCapabilities()))
    editor.workspace.put_text_document(types.TextDocumentItem(parts.as_uri(), "rbsolve", 1, parts.read_text()))

    def spoil():
        pendulum.write_text(pendulum.read_text().replace("@SCALAR_VALUE {2}", "@SCALAR_VALUE {-2}"))
        # the change arrives before the answer of the check
        loop.call_soon_threadsafe(editor.change_on_disk, [pendulum.as_uri()])

    between(monkeypatch, server, "_compile", spoil)
    editor.change(parts.as_uri(), 0.0)
    for _ in range(500):
        if [one.code for one in shown.get(parts.as_uri(), ())] == ["invalid-value"]:
            break
        await asyncio.sleep(0.02)
    assert [one.code for one in shown[parts.as_uri()]] == ["invalid-value"]
