"""The decks that are open, asked by one thread while another changes them."""

import pytest

from rbsolve.editor import workspace
from rbsolve.editor.workspace import OpenDecks


@pytest.fixture
def parts(pendulum):
    return pendulum.with_name("parts.dat")


def between(monkeypatch, name, change):
    """Let `change` happen once, as another thread would, after a function of the module has been called."""
    called, left = getattr(workspace, name), [change]

    def wrapped(*arguments):
        answer = called(*arguments)
        if left:
            left.pop()()
        return answer

    monkeypatch.setattr(workspace, name, wrapped)


def test_a_document_opens_while_a_master_is_looked_for(monkeypatch, pendulum, parts):
    decks = OpenDecks()
    for path in (parts, pendulum):
        decks.put(path.as_uri(), path.read_text(), 1)
    between(monkeypatch, "names_files", lambda: decks.put(parts.with_name("new.dat").as_uri(), "", 1))
    assert decks.master(decks.deck(parts.as_uri())).path == pendulum


def test_a_master_that_changes_while_it_is_looked_for_is_looked_for_again(monkeypatch, pendulum, parts):
    decks = OpenDecks()
    for path in (parts, pendulum):
        decks.put(path.as_uri(), path.read_text(), 1)
    text = pendulum.read_text() + "\n"
    between(monkeypatch, "names_files", lambda: decks.put(pendulum.as_uri(), text, 2))
    decks.master(decks.deck(parts.as_uri()))
    assert decks.master(decks.deck(parts.as_uri())).text == text
