"""The language server with Neovim, a real editor, without a window."""

import json
import shutil
import subprocess
import sys

import pytest

NEOVIM = shutil.which("nvim")
SCRIPT = """
local function session()
  local id = vim.lsp.start_client({ name = "rbsolve", cmd = { %s, "-m", "rbsolve", "lsp" }, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(0, id)
  local function ask(method, parameters)
    local answer = vim.lsp.buf_request_sync(0, method, parameters, 120000)
    return answer and answer[id] and answer[id].result
  end
  local document = vim.lsp.util.make_text_document_params()
  local ready = vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 20)
  local found = vim.diagnostic.get(0)
  vim.api.nvim_buf_set_text(0, 3, 26, 3, 27, {})
  local function is_quiet()
    local left = vim.diagnostic.get(0)
    return #left == 1 and left[1].code == "unused-object"
  end
  local quiet = vim.wait(120000, is_quiet, 20)
  local hover = ask("textDocument/hover", { textDocument = document, position = { line = 4, character = 16 } })
  local options = { tabSize = 2, insertSpaces = true }
  local edits = ask("textDocument/formatting", { textDocument = document, options = options })
  vim.lsp.util.apply_text_edits(edits, 0, "utf-16")
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  return { ready = ready, code = found[1].code, line = found[1].lnum, hover = hover.contents.value, quiet = quiet, lines = lines }
end
local done, result = pcall(session)
vim.fn.writefile({ vim.fn.json_encode(done and result or { error = tostring(result) }) }, "result.json")
vim.cmd("qa!")
"""
DECK = """\
@TRIAD_DEFINITION { @TRIAD_NAME {quarter} { @EULER_ANGLES_321 {90, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {tilted} { @POINT1_NAME {tip} @TRIAD_NAME {quarter} } }
@POINT_DEFINITION {
    @POINT_NAME {tip} { @COOORDINATES{2,0,0} }
  @POINT_NAME {end} { @COORDINATES {1, 0, 0} @IS_DEFINED_IN_FRAME {tilted} }
}
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {m} { @CONNECTED_TO_BODY {GROUND} @POINT_NAME {end} } }
"""


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed (.ci/packages)")
def test_a_session_in_neovim(tmp_path):
    (tmp_path / "model.deck").write_text(DECK)
    (tmp_path / "session.lua").write_text(SCRIPT % json.dumps(sys.executable))
    command = [NEOVIM, "--headless", "-u", "NONE", "-n", "model.deck", "-c", "luafile session.lua"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=90, capture_output=True)
    result = json.loads((tmp_path / "result.json").read_text())
    assert "error" not in result
    assert result["ready"]
    assert (result["code"], result["line"]) == ("unknown-keyword", 3)
    assert "point **end**\n```\nx = (2, 1, 0) m, inertial" in result["hover"]
    assert result["quiet"]
    assert result["lines"][3] == "  @POINT_NAME {tip} { @COORDINATES {2, 0, 0} }"
