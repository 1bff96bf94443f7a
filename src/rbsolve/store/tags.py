"""Stores tags of jobs and studies. Owners use these words to find their jobs and studies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rbsolve.store.database import Database, Session

_REMOVE = "DELETE FROM tag WHERE study_id = :id"
_ADD = """
INSERT INTO tag (study_id, word) SELECT id, :word FROM study WHERE id = :id AND kind <> 'deleted' ON CONFLICT DO NOTHING"""
_OF = "SELECT study_id, word FROM tag WHERE study_id $any(:ids)"


def set_tags(database: Database, identity: str, words: Iterable[str]) -> None:
    """Replace the tags of a job or study."""
    database.transaction(lambda session: put_tags(session, identity, words))


def put_tags(session: Session, identity: str, words: Iterable[str]) -> None:
    """Replace the tags within a transaction."""
    session.run(_REMOVE, id=identity)
    for word in dict.fromkeys(words):
        session.run(_ADD, id=identity, word=word)


def tags_of(database: Database, identities: Sequence[str]) -> dict[str, list[str]]:
    """Return the tags of each job or study, in alphabetical order. There are none if the job or study has no tags."""
    found: dict[str, list[str]] = {identity: [] for identity in identities}
    if identities:
        for identity, word in database.read(lambda session: session.rows(_OF, ids=list(identities))):
            found[str(identity)].append(str(word))
    # The tags are sorted here, because databases order texts differently.
    return {identity: sorted(words) for identity, words in found.items()}
