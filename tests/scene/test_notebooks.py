"""Results in the notebooks of Visual Studio Code, tested as far as a browser can represent them.

An editor's output is in a webview, which is a frame of another origin with its own sandbox. The renderer of `text/html`
assigns the output to `innerHTML` and runs its scripts again (`extensions/notebook-renderers`). The setting
`notebook.experimental.enableCsp` adds a policy, with the words of `backLayerWebView.ts`. In this test, the source
`'self'` is the page of the test. In the editor, the source `'self'` is the files of the editor.
"""

from __future__ import annotations

import http.server
import json
import threading

import pytest
from browser_waiting import until

import rbsolve

SANDBOX = "allow-scripts allow-same-origin allow-forms allow-pointer-lock allow-downloads"
POLICY = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'unsafe-inline' 'unsafe-eval';
style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data:; font-src 'self' https:; connect-src https:;
child-src https: data:;">"""
WORKBENCH = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body data-ready="true">
<iframe class="webview" sandbox="{sandbox}" src="{address}" style="width: 850px; height: 600px"
allow="cross-origin-isolated; autoplay; clipboard-read; clipboard-write"></iframe>"""
WEBVIEW = """<!doctype html><html lang="en"><head><meta charset="utf-8">{policy}</head><body style="overflow: hidden">
<div id="container"></div><script type="module">
const trusted = trustedTypes.createPolicy("notebookRenderer", {{ createHTML: (text) => text, createScript: (text) => text }});
const element = document.createElement("div");
element.innerHTML = trusted.createHTML({output});
document.getElementById("container").append(element);
for (const script of [...element.getElementsByTagName("script")]) {{
  const again = document.createElement("script");
  again.text = trusted.createScript(script.innerText);
  element.appendChild(again).remove();
}}
</script></body></html>"""
DECK = """
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0.1, 3, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {1e-2} @OUTPUT_STEP_SIZE {1e-2} } }
@SENSOR_DEFINITION { @SENSOR_NAME {turning} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {stone} } }
"""


@pytest.fixture
def editor():
    """`editor(output, policy)` returns the address of a workbench whose webview shows an output. The webview has
    a different origin.
    """
    pages: dict[str, str] = {}
    asked = []

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            text = pages.get(self.path, "").encode()
            self.send_response(200 if text else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *words: object) -> None:
            """Print nothing."""

    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    workbench, webview = (f"http://127.0.0.1:{server.server_port}" for server in servers)

    def serve(output: str, policy: str) -> str:
        shown = json.dumps(output).replace("</", "<\\/")  # an editor sends the output as a message
        pages["/webview"] = WEBVIEW.format(policy=policy, output=shown)
        pages["/"] = WORKBENCH.format(sandbox=SANDBOX, address=f"{webview}/webview")
        return workbench

    serve.asked = asked
    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("policy", ["", POLICY], ids=["as installed", "with its policy"])
def test_results_are_shown_in_visual_studio_code(editor, open_page, policy):
    """The motion plays, a plot is drawn and a picture is saved without a network."""
    results = rbsolve.solve(DECK)
    open_page.expected.append("allow-same-origin")  # Chromium's warning about every webview of the editor
    page = open_page(editor(results.view(height=520)._repr_html_(), policy))
    page.context.set_offline(True)
    cell = page.frame_locator("iframe.webview").frame_locator("iframe")
    cell.locator(".viewer[data-ready=true] .scene").wait_for(timeout=120_000)
    assert [path for path in editor.asked if path not in ("/", "/webview")] == []
    cell.get_by_role("button", name="Play", exact=True).click()
    cell.get_by_role("button", name="Pause").click()
    inner = next(frame for frame in page.frames if frame.url == "about:srcdoc")
    until(inner, "rbsolve.viewer.clock.time > 0")
    cell.get_by_role("checkbox", name="turning rad/s").check()
    cell.locator(".plot .u-over").wait_for()
    with page.expect_download() as saved:
        inner.evaluate("document.activeElement.blur(); document.querySelector('#viewer').focus()")
        cell.locator(".scene").press("p")
    assert saved.value.suggested_filename.endswith(".png")
    assert inner.evaluate(PIXELS) > 20  # colours of the model, not only of the background


PIXELS = """() => { const v = rbsolve.viewer; v.stage.render(); const drawn = v.stage.pictured(0.5);
  const { data } = drawn.getContext("2d").getImageData(0, 0, drawn.width, drawn.height); const seen = new Set();
  for (let i = 0; i < data.length; i += 4) seen.add((data[i] >> 3 << 10) | (data[i + 1] >> 3 << 5) | (data[i + 2] >> 3));
  return seen.size; }"""
