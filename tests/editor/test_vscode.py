"""The bundled extension for VS Code, with the real language server and a stand-in for the editor."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
ACTIVATE = Path(__file__).parent / "vscode" / "activate.cjs"
LARGEST = 250_000  # the limit in bytes
PROVIDERS = (  # the extension has one provider for each request that the server answers
    "CodeActions", "CompletionItem", "Definition", "DocumentFormattingEdit", "DocumentHighlight", "DocumentRangeFormattingEdit",
    "DocumentSemanticTokens", "DocumentSymbol", "FoldingRange", "Hover", "InlayHints", "Reference", "Rename", "SignatureHelp",
    "WorkspaceSymbol",
)  # fmt: skip


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    """Return the bundle of the extension, built from its sources."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not installed (.ci/packages installs them)")
    if not (EXTENSION / "node_modules" / "vscode-languageclient").is_dir():
        command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"]
        try:
            subprocess.run(command, cwd=EXTENSION, check=True, capture_output=True, timeout=300)
        except (subprocess.SubprocessError, OSError) as error:
            pytest.skip(f"npm cannot install editors/vscode/package.json: {getattr(error, 'stderr', None) or error}")
    built = tmp_path_factory.mktemp("extension") / "bundled.js"
    subprocess.run(["node", EXTENSION / "build.mjs", built], check=True, capture_output=True)
    return built


def activate(bundle, *decks):
    """Return the registrations and messages of the extension."""
    server = json.dumps([sys.executable, "-m", "rbsolve", "lsp"])
    command = ["node", ACTIVATE, bundle, server, *decks]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_bundle_is_one_small_file(bundle):
    assert bundle.stat().st_size <= LARGEST
    files = json.loads((EXTENSION / "package.json").read_text())
    assert files["main"] == "./bundled.js"


def test_the_bundled_extension_serves_decks(bundle, tmp_path):
    """The extension starts the server, registers each request that the server answers, and shows diagnostics."""
    (tmp_path / "wrong.deck").write_text("@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATS {0, 0, 0} } }\n")
    (tmp_path / "other.deck").write_text("@POINT_DEFINITION { @POINT_NAME {p} { @COORDINATES {0, 0, 0} } }\n")
    found = activate(bundle, tmp_path / "wrong.deck", tmp_path / "other.deck")
    assert found["registered"] == [f"register{name}Provider" for name in PROVIDERS]
    wrong, other = ([one["message"] for one in some] for some in found["diagnostics"])
    assert any("did you mean `@COORDINATES`?" in message for message in wrong)
    assert other
    assert not any("COORDINAT" in message for message in other)
    assert found["hover"]
    assert found["messages"] == []
