"""The language server in a separate process, with a client of the protocol."""

import asyncio
import logging
import subprocess
import sys
from types import SimpleNamespace

import forked
import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import BaseLanguageClient
from waiting import PATIENCE

from rbsolve.editor.server import _is_worth_a_line

pytest_lsp = pytest.importorskip("pytest_lsp", reason="the client of these tests is pytest-lsp")


@pytest.fixture(autouse=True)
def is_forked(request, monkeypatch):
    """Return whether the server of the fixture `client` is forked. The other tests, and Neovim, start their own
    servers.
    """
    if "client" in request.fixturenames and sys.platform == "linux":
        stand_in = SimpleNamespace(**{**vars(subprocess), "Popen": forked.Popen})
        monkeypatch.setattr("asyncio.unix_events.subprocess", stand_in)


@pytest_lsp.fixture(config=pytest_lsp.ClientServerConfig(server_command=[sys.executable, "-m", "rbsolve", "lsp"]))
async def client(lsp_client: pytest_lsp.LanguageClient):
    await lsp_client.initialize_session(types.InitializeParams(capabilities=types.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


def open_deck(client, path, text=None):
    document = types.TextDocumentItem(path.as_uri(), "rbsolve", 1, path.read_text() if text is None else text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    return types.TextDocumentIdentifier(path.as_uri())


def type_text(client, path, version, text, line, character):
    place = types.Position(line, character)
    change = types.TextDocumentContentChangePartial(text=text, range=types.Range(place, place))
    document = types.VersionedTextDocumentIdentifier(version=version, uri=path.as_uri())
    client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))


async def found(client, path, wanted, seconds=PATIENCE):
    """Wait until the diagnostics of a file have the expected codes, and return these codes."""
    for _ in range(int(seconds / 0.02)):
        shown = client.diagnostics.get(path.as_uri())
        if shown is not None and [one.code for one in shown] == wanted:
            return shown
        await asyncio.sleep(0.02)
    raise AssertionError(f"{[(one.code, one.message) for one in client.diagnostics.get(path.as_uri(), [])]}")


@pytest.mark.asyncio
async def test_findings_follow_the_text(client, pendulum):
    open_deck(client, pendulum)
    await found(client, pendulum, [])
    type_text(client, pendulum, 2, "X", 4, 30)
    [shown] = await found(client, pendulum, ["unknown-keyword"])
    assert shown.range == types.Range(types.Position(4, 24), types.Position(4, 37))
    document = types.TextDocumentIdentifier(pendulum.as_uri())
    context = types.CodeActionContext(diagnostics=[shown])
    [action] = await client.text_document_code_action_async(types.CodeActionParams(document, shown.range, context))
    [edit] = action.edit.changes[pendulum.as_uri()]
    assert edit.new_text == "@COORDINATES"


@pytest.mark.asyncio
async def test_an_included_file_is_seen_as_part_of_its_deck(client, pendulum):
    parts = pendulum.with_name("parts.dat")
    document = open_deck(client, parts)
    await found(client, parts, [])
    type_text(client, parts, 2, "-", 1, parts.read_text().splitlines()[1].index("#length"))
    await found(client, parts, ["invalid-value"])
    position = types.Position(0, 34)
    params = types.ReferenceParams(types.ReferenceContext(include_declaration=True), document, position)
    places = await client.text_document_references_async(params)
    assert sorted((place.uri.rpartition("/")[2], place.range.start.line) for place in places) == [
        ("parts.dat", 0),
        ("pendulum.deck", 9),
    ]


@pytest.mark.asyncio
async def test_findings_follow_the_other_files_of_a_deck(client, pendulum):
    parts = pendulum.with_name("parts.dat")
    open_deck(client, pendulum)
    document = open_deck(client, parts)
    await found(client, pendulum, [])
    await found(client, parts, [])
    type_text(client, parts, 2, "s", 0, len("@TRIAD_DEFINITION { @TRIAD_NAME {quarter"))
    await found(client, pendulum, ["unresolved-reference"])
    client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    await found(client, pendulum, [])
    parts.rename(parts.with_name("others.dat"))
    changes = [types.FileEvent(parts.as_uri(), types.FileChangeType.Deleted)]
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))
    await found(client, pendulum, ["include-error"])
    parts.with_name("others.dat").rename(parts)
    changes = [types.FileEvent(parts.as_uri(), types.FileChangeType.Created)]
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))
    await found(client, pendulum, [])


@pytest.mark.asyncio
async def test_errors_in_a_file_that_is_not_open_are_shown_where_it_is_named(client, pendulum):
    parts = pendulum.with_name("parts.dat")
    parts.write_text(parts.read_text().replace("{#length/4}", "{-1}"))
    open_deck(client, pendulum)
    [shown] = await found(client, pendulum, ["invalid-value"])
    assert shown.message.startswith("1 error in `parts.dat`, the first in line 2: `@MASS` must")
    assert shown.range == types.Range(types.Position(1, 72), types.Position(1, 81))
    open_deck(client, parts)
    await found(client, parts, ["invalid-value"])
    await found(client, pendulum, [])


@pytest.mark.asyncio
@pytest.mark.parametrize("is_open", [True, False])
async def test_a_file_that_an_included_file_includes_is_a_part_of_the_deck(client, pendulum, is_open):
    parts = pendulum.with_name("parts.dat")
    inner = pendulum.with_name("inner.dat")
    triad, mass = parts.read_text().splitlines(keepends=True)
    inner.write_text(triad)
    parts.write_text("@INCLUDE_COMMAND { @INCLUDE_COMMAND_NAME {i} { @LIST_OF_FILE_NAMES {inner.dat} } }\n" + mass)
    if is_open:
        open_deck(client, pendulum)
    document = open_deck(client, inner)
    await found(client, inner, [])
    edit = await client.text_document_rename_async(types.RenameParams(document, types.Position(0, 34), "turned"))
    assert set(edit.changes) == {inner.as_uri(), pendulum.as_uri()}
    type_text(client, inner, 2, "a_name_that_is_not_alike_", 0, len("@TRIAD_DEFINITION { @TRIAD_NAME {"))
    await found(client, inner, ["unused-object"])
    if is_open:
        await found(client, pendulum, ["unresolved-reference"])


@pytest.mark.asyncio
async def test_why_a_name_cannot_be_given(client, pendulum):
    document = open_deck(client, pendulum)
    await found(client, pendulum, [])
    with pytest.raises(JsonRpcException, match="`tip` already exists"):
        await client.text_document_rename_async(types.RenameParams(document, types.Position(4, 17), "tip"))


def test_a_refusal_is_no_fault_in_the_log():
    refusal, fault = (JsonRpcException("no", code) for code in (types.LSPErrorCodes.RequestFailed.value, -32603))
    for error, is_told in ((refusal, False), (fault, True), (None, True)):
        record = logging.LogRecord(
            "pygls", logging.ERROR, "", 1, "", None, None if error is None else (type(error), error, None)
        )
        assert _is_worth_a_line(record) is is_told


@pytest.mark.asyncio
async def test_symbols_marks_values_and_ranges(client, pendulum):
    document = open_deck(client, pendulum)
    await found(client, pendulum, [])
    symbols = await client.workspace_symbol_async(types.WorkspaceSymbolParams("quart"))
    assert [(one.name, one.location.uri.rpartition("/")[2]) for one in symbols] == [("quarter", "parts.dat")]
    position = types.Position(4, 17)
    marks = await client.text_document_document_highlight_async(types.DocumentHighlightParams(document, position))
    assert [mark.range.start.line for mark in marks] == [4, 9]
    inside = types.Position(4, len("  @POINT_NAME {pivot} { @COORDINATES {0, "))
    values = await client.text_document_signature_help_async(types.SignatureHelpParams(document, inside))
    assert (values.signatures[0].label, values.active_parameter) == ("@COORDINATES {x1, x2, x3}", 1)
    type_text(client, pendulum, 2, "    ", 4, 0)
    lines = types.Range(types.Position(4, 0), types.Position(5, 0))
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    [edit] = await client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(document, lines, options)
    )
    assert (edit.range, edit.new_text) == (lines, f"{pendulum.read_text().splitlines()[4]}\n")


@pytest.mark.asyncio
async def test_lines_end_where_the_protocol_says(client, pendulum):
    text = "! a\u2028b\fc\x85d\r\n@POINT_DEFINITION { }\r! e\n"
    open_deck(client, pendulum, text)
    await found(client, pendulum, [])
    type_text(client, pendulum, 2, "X", 1, 3)
    [shown] = await found(client, pendulum, ["unknown-keyword"])
    assert "`@POXINT_DEFINITION`" in shown.message


@pytest.mark.asyncio
async def test_positions_are_in_utf16_units_whatever_a_client_likes_best(pendulum):
    client = BaseLanguageClient("units", "1")
    shown = asyncio.get_running_loop().create_future()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def take(params):
        if not shown.done():
            shown.set_result(params.diagnostics)

    await client.start_io(sys.executable, "-m", "rbsolve", "lsp")
    encodings = [types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16]
    general = types.GeneralClientCapabilities(position_encodings=encodings)
    asked = types.InitializeParams(capabilities=types.ClientCapabilities(general=general))
    answer = await client.initialize_async(asked)
    client.initialized(types.InitializedParams())
    assert answer.capabilities.position_encoding == types.PositionEncodingKind.Utf16
    open_deck(client, pendulum, "@COMMENTS {ä😀} @POIINT_DEFINITION { }\n")
    [finding] = await asyncio.wait_for(shown, 20)
    assert finding.range == types.Range(types.Position(0, 16), types.Position(0, 34))
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


@pytest.mark.asyncio
async def test_answers(client, pendulum):
    document = open_deck(client, pendulum, pendulum.read_text().replace("  @POINT_NAME {pivot}", "@POINT_NAME{pivot}"))
    await found(client, pendulum, [])
    there = types.Position(6, 22)
    said = await client.text_document_hover_async(types.HoverParams(document, there))
    assert "= 4 m" in said.contents.value
    offered = await client.text_document_completion_async(types.CompletionParams(document, types.Position(11, 42)))
    assert [item.label for item in offered.items] == ["tilted", "FXDFRAME_INERTIAL", "INERTIAL"]
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    [edit] = await client.text_document_formatting_async(types.DocumentFormattingParams(document, options))
    assert "\n  @POINT_NAME {pivot} { @COORDINATES" in edit.new_text
    [place] = await client.text_document_definition_async(types.DefinitionParams(document, types.Position(9, 90)))
    assert place.uri.endswith("parts.dat")
    renaming = types.RenameParams(document, types.Position(9, 90), "turned")
    edit = await client.text_document_rename_async(renaming)
    assert len(edit.changes) == 2
    assert await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert "@POINT_DEFINITION" in [symbol.name for symbol in symbols]
    whole = types.Range(types.Position(0, 0), types.Position(20, 0))
    [hint] = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
    assert hint.label == "= 4"


@pytest.mark.asyncio
async def test_superseded_work_is_dropped(pendulum):
    client = BaseLanguageClient("keys", "1")
    versions = []
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: versions.append(params.version))

    async def reached(version):
        while not versions or versions[-1] != version:
            await asyncio.sleep(0.02)

    await client.start_io(sys.executable, "-m", "rbsolve", "lsp")
    await client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
    client.initialized(types.InitializedParams())
    open_deck(client, pendulum)
    await reached(1)
    versions.clear()
    for version in range(2, 102):
        type_text(client, pendulum, version, "x", 0, 3)
        await asyncio.sleep(0)
    await reached(101)
    assert versions[-1] == 101
    assert len(versions) <= 10  # a slow server may check the deck earlier too
    assert versions == sorted(versions)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


@pytest.mark.asyncio
async def test_folds_ranges_of_names_and_saved_documents(client, pendulum):
    document = open_deck(client, pendulum)
    await found(client, pendulum, [])
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(3, 7), (5, 6), (10, 11), (13, 14)]
    nothing = types.HoverParams(document, types.Position(0, 3))  # a comment
    assert await client.text_document_hover_async(nothing) is None
    name = types.PrepareRenameParams(document, types.Position(4, 17))
    place = await client.text_document_prepare_rename_async(name)
    assert place == types.Range(types.Position(4, 15), types.Position(4, 20))
    keyword = types.PrepareRenameParams(document, types.Position(4, 5))  # a keyword has no other name
    assert await client.text_document_prepare_rename_async(keyword) is None
    client.diagnostics.clear()
    client.text_document_did_save(types.DidSaveTextDocumentParams(document))
    await found(client, pendulum, [])
