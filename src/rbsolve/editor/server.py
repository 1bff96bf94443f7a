"""The language server, which `rbsolve lsp` starts on standard input and output.

After a pause in typing, the server first sends the diagnostics that need no compiled model, then all diagnostics. The
check of an outdated text is cancelled.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from rbsolve.editor import names
from rbsolve.editor.answers import colours, completion, fixes, hover, inlay, layout, outline, renaming, signature
from rbsolve.editor.answers.elsewhere import errors_elsewhere
from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.documents import DeckWorkspace, ask_for_utf16
from rbsolve.editor.places import place_of, range_of
from rbsolve.editor.workspace import OpenDecks, path_of
from rbsolve.language.diagnostics import Diagnostic
from rbsolve.language.syntax.text import normalise
from rbsolve.version import VERSION

REST = 0.03  # seconds without a change before a check starts
GIVE_WAY = 1e-4  # time [s] after which a check lets the server answer the editor
GO_FIRST = 0.05  # time [s] for which an answer can delay a check
ENDINGS = "deck,dym,dat,dgp,inc,txt,csv,tsv,stl,obj"
"""Suffixes of decks, and of files that decks name."""
Answer = tuple[OpenDeck, list[Diagnostic]]
"""The checked deck, and its diagnostics."""
IDLE = 2.0  # seconds without a message before garbage is collected


class AnswersFirst(LanguageServerProtocol):
    """Implements the protocol, and gives messages priority: while a message is handled, a check waits. Garbage is
    collected only when the editor is idle, because a collection takes as long as a check.
    """

    _tidying: asyncio.TimerHandle | None = None

    def handle_message(self, message: Any) -> None:
        """Handle a message of the editor."""
        if isinstance(message, types.InitializeRequest):
            ask_for_utf16(message.params.capabilities)
        sys.setswitchinterval(GO_FIRST)
        try:
            super().handle_message(message)
        finally:
            sys.setswitchinterval(GIVE_WAY)
        if self._tidying is not None:
            self._tidying.cancel()
        self._tidying = asyncio.get_running_loop().call_later(IDLE, gc.collect)

    def keep_documents(self, params: types.InitializeParams) -> None:
        """Store documents as `DeckDocument`, which has the line ends of the protocol."""
        self._workspace = DeckWorkspace(params.root_uri, workspace_folders=params.workspace_folders or ())


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Return whether to show a log record of pygls. Records about declined requests are not shown, because they are not
    faults.
    """
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, JsonRpcException) and error.code == types.LSPErrorCodes.RequestFailed.value)


class DeckServer(LanguageServer):
    """The server with its open decks."""

    def __init__(self) -> None:
        super().__init__("rbsolve", VERSION, protocol_cls=AnswersFirst)
        self.decks = OpenDecks()
        # The last checked deck of each document. While a text is incomplete, answers use the names of that deck.
        self.read: dict[str, OpenDeck] = {}
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._worker = ThreadPoolExecutor(1, "check")

    def change(self, uri: str, wait: float) -> None:
        """Store the current text of a document, and check it after a pause without changes."""
        document = self.workspace.get_text_document(uri)
        self.decks.put(uri, normalise(document.source), document.version or 0)
        self._check_soon(uri, wait)

    def close(self, uri: str) -> None:
        """Remove a document and its diagnostics."""
        running = self._checks.pop(uri, None)
        if running is not None:
            running.cancel()
        self.decks.remove(uri)
        self.read.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))
        self._check_stale()

    def change_on_disk(self, uris: list[str]) -> None:
        """Check the open documents again after other files have changed on disk."""
        self.decks.forget_files()
        for uri in uris:
            if self.decks.deck(uri) is None:
                self.decks.renew(path_of(uri))
        self._check_stale()

    async def watch_files(self) -> None:
        """Register for notifications about changed files on disk, if the editor supports them."""
        can = self.client_capabilities.workspace
        watching = can.did_change_watched_files if can else None
        if watching is None or not watching.dynamic_registration:
            return
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(f"**/*.{{{ENDINGS}}}")])
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        registration = types.Registration("files", method, options)
        await self.client_register_capability_async(types.RegistrationParams([registration]))

    def _check_stale(self) -> None:
        """Check each document whose master deck has changed since the last check of the document."""
        for uri in self.decks.addresses:
            deck = self.decks.deck(uri)
            if uri not in self._checks and deck is not None and self.decks.master(deck) is not self.read.get(uri):
                self._check_soon(uri, REST)

    def _check_soon(self, uri: str, wait: float) -> None:
        running = self._checks.pop(uri, None)
        if running is not None:
            running.cancel()
        task = asyncio.get_running_loop().create_task(self._check(uri, self.decks.version(uri), wait))
        self._checks[uri] = task
        task.add_done_callback(lambda _: self._checks.pop(uri, None) if self._checks.get(uri) is task else None)

    async def _check(self, uri: str, version: int | None, wait: float) -> None:
        await asyncio.sleep(wait)
        deck = self.decks.deck(uri)
        if deck is None:
            return

        def is_wanted() -> bool:
            return self.decks.version(uri) == version

        loop = asyncio.get_running_loop()
        shown: list[Diagnostic] | None = None
        for stage in (_describe, _compile):
            answer = await loop.run_in_executor(self._worker, stage, self.decks, deck, is_wanted)
            if answer is None or not is_wanted():
                return
            master, found = answer
            self.read[uri] = master
            if found != shown:
                self._publish(uri, deck, found)
                shown = found
        for other in self.decks.addresses:
            beside = self.decks.deck(other)
            if (
                other != uri
                and other not in self._checks
                and beside is not None
                and self.decks.master(beside) is master
            ):
                self.read[other] = master
                self._publish(other, beside, shown or [])
        self._checks.pop(uri, None)  # the document may now have a different master deck
        self._check_stale()

    def _publish(self, uri: str, deck: OpenDeck, found: list[Diagnostic]) -> None:
        shown = fixes.diagnostics_of(found, deck.name, deck.lines)
        if self.decks.master(deck) is deck:
            shown += errors_elsewhere(found, deck, self.decks.paths)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, version=self.decks.version(uri), diagnostics=shown)
        )

    def deck(self, uri: str) -> OpenDeck:
        """Return the current deck of a document."""
        deck = self.decks.deck(uri)
        if deck is None:
            document = self.workspace.get_text_document(uri)
            deck = self.decks.put(uri, normalise(document.source), document.version or 0)
        return deck


def _describe(decks: OpenDecks, deck: OpenDeck, is_wanted: Callable[[], bool]) -> Answer | None:
    """Return the master deck, and the diagnostics that need no compiled model. Return None if the result is no longer
    wanted.
    """
    if not is_wanted():
        return None
    _ = deck.whole
    if not is_wanted():
        return None
    master = decks.master(deck)
    return master, list(master.checked.diagnostics)


def _compile(decks: OpenDecks, deck: OpenDeck, is_wanted: Callable[[], bool]) -> Answer | None:
    """Return the master deck, and all diagnostics. Return None if the result is no longer wanted."""
    if not is_wanted():
        return None
    master = decks.master(deck)
    return master, list(master.compiled.diagnostics)


def make_server() -> DeckServer:
    """Return a server with all its features."""
    gc.disable()
    for name in ("pygls.protocol.json_rpc", "pygls.lsp.server", "pygls.server"):
        logging.getLogger(name).addFilter(_is_worth_a_line)
    server = DeckServer()
    _add_changes(server)
    _add_answers(server)
    _add_edits(server)
    _add_names(server)
    return server


def _add_changes(server: DeckServer) -> None:
    @server.feature(types.INITIALIZE)
    def began(params: types.InitializeParams) -> None:
        assert isinstance(server.protocol, AnswersFirst)
        server.protocol.keep_documents(params)
        server.decks.root = None if params.root_uri is None else path_of(params.root_uri)

    @server.feature(types.INITIALIZED)
    async def is_ready(_: types.InitializedParams) -> None:
        await server.watch_files()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def change_on_disk(params: types.DidChangeWatchedFilesParams) -> None:
        server.change_on_disk([change.uri for change in params.changes])

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def open_document(params: types.DidOpenTextDocumentParams) -> None:
        server.change(params.text_document.uri, 0.0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def change(params: types.DidChangeTextDocumentParams) -> None:
        server.change(params.text_document.uri, REST)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def save(params: types.DidSaveTextDocumentParams) -> None:
        server.change(params.text_document.uri, 0.0)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def close(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)


def _add_answers(server: DeckServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["@", "{", "#", ","]))
    def complete(params: types.CompletionParams) -> types.CompletionList:
        deck = server.deck(params.text_document.uri)
        known = server.read.get(params.text_document.uri, deck)
        line, column = place_of(deck.lines, params.position)
        items = completion.completions(deck, known, line, column, _takes_snippets(server))
        return types.CompletionList(is_incomplete=len(items) >= completion.MOST, items=items)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def show_hover(params: types.HoverParams) -> types.Hover | None:
        deck = server.deck(params.text_document.uri)
        found = hover.hover(deck, *place_of(deck.lines, params.position), server.decks.master(deck))
        if found is None:
            return None
        text, span = found
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), range_of(deck.lines, span))

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def fold(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return outline.folds(server.deck(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def list_symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return outline.symbols(server.deck(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions(trigger_characters=["{", ","]))
    def show_signature(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        deck = server.deck(params.text_document.uri)
        return signature.signature(deck, *place_of(deck.lines, params.position))

    @server.feature(types.WORKSPACE_SYMBOL)
    def search_symbols(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        decks = (server.decks.deck(uri) for uri in server.decks.addresses)
        return outline.workspace_symbols((server.decks.master(deck) for deck in decks if deck), params.query)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, colours.LEGEND)
    def colour(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return types.SemanticTokens(data=colours.semantic_tokens(server.deck(params.text_document.uri).lines))

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def show_values(params: types.InlayHintParams) -> list[types.InlayHint]:
        deck = server.deck(params.text_document.uri)
        whole = server.decks.master(deck)
        return inlay.inlay_hints(deck, params.range.start.line + 1, params.range.end.line + 1, whole)


def _add_edits(server: DeckServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def fix_all(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        own = [diagnostic for diagnostic in params.context.diagnostics if diagnostic.source == "rbsolve"]
        return fixes.fixes_of(own, uri, server.deck(uri).lines)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def lay_out(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        return layout.edits(server.deck(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    def lay_out_part(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit] | None:
        place = params.range
        last = place.end.line - (place.end.character == 0 and place.end.line > place.start.line)
        return layout.edits_of_lines(server.deck(params.text_document.uri), place.start.line, last)


def _add_names(server: DeckServer) -> None:
    def same(uri: str, position: types.Position) -> tuple[OpenDeck, list[names.Occurrence]]:
        """Return the master deck of a file. Also return all places of the name that is at a position in the file."""
        deck = server.deck(uri)
        line, column = place_of(deck.lines, position)
        wanted = names.occurrence_at(deck.tree, deck.name, line, column)
        master = server.decks.master(deck)
        return master, [] if wanted is None else names.same(master.whole[0], wanted)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def find_definition(params: types.DefinitionParams) -> list[types.Location]:
        master, places = same(params.text_document.uri, params.position)
        return renaming.locations((place for place in places if place.is_definition), master, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def find_uses(params: types.ReferenceParams) -> list[types.Location]:
        master, places = same(params.text_document.uri, params.position)
        wanted = (place for place in places if params.context.include_declaration or not place.is_definition)
        return renaming.locations(wanted, master, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def mark(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        _, places = same(params.text_document.uri, params.position)
        return renaming.highlights(places, server.deck(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def may_be_renamed(params: types.PrepareRenameParams) -> types.Range | None:
        deck = server.deck(params.text_document.uri)
        line, column = place_of(deck.lines, params.position)
        place = names.occurrence_at(deck.tree, deck.name, line, column)
        _, places = same(params.text_document.uri, params.position)
        is_ours = place is not None and any(other.is_definition for other in places)
        return range_of(deck.lines, place.span) if place is not None and is_ours else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        master, places = same(params.text_document.uri, params.position)
        try:
            return renaming.edits(places, params.new_name, master, params.text_document.uri)
        except renaming.CannotRename as error:
            raise JsonRpcException(str(error), types.LSPErrorCodes.RequestFailed.value) from None


def _takes_snippets(server: DeckServer) -> bool:
    document = server.client_capabilities.text_document
    item = document.completion.completion_item if document and document.completion else None
    return bool(item and item.snippet_support)
