"""The language server on a deck of 10,000 lines: `python benchmarks/bench_editor.py`.

The aims: findings within 150 ms of the last key, completion within 30 ms (95 %), at most 3 publications for 100 keys in 2 s, none
of them of an older text; 50,000 lines formatted in a second.
"""

from __future__ import annotations

import asyncio
import sys
import time

from lsprotocol import types
from pygls.lsp.client import BaseLanguageClient

from rbsolve.parser.formatting import formatted

URI = "untitled:large.deck"
OBJECTS = 500


def large_deck() -> str:
    """Points, triads, frames, bodies and sensors, four lines each."""
    kinds = {
        "POINT": "@COORDINATES {{{k}.0, 2.5e-3, -3.0}}\n    @IS_DEFINED_IN_FRAME {{INERTIAL}}",
        "TRIAD": "@ORIENTATION_E2 {{0, 1, 0}}\n    @ORIENTATION_E3 {{0, 0, 1}}",
        "FIXED_FRAME": "@POINT1_NAME {{POINT{k}}}\n    @TRIAD_NAME {{TRIAD{k}}}",
        "RIGID_BODY": "@FRAME_NAME {{FIXED_FRAME{k}}}\n    @MASS_PROPERTY_NAME {{m}}",
        "SENSOR": "@SENSOR_TYPE {{POSITION}}\n    @OBJECT_NAME {{RIGID_BODY{k}}}",
    }
    parts = ["@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }"]
    for kind, body in kinds.items():
        parts.append(f"@{kind}_DEFINITION {{")
        parts += [f"  @{kind}_NAME {{{kind}{k}}} {{\n    {body.format(k=k)}\n  }}" for k in range(OBJECTS)]
        parts.append("}")
    parts.append("@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 1} @TIME_STEP_SIZE {0.01} } }")
    return "\n".join(parts) + "\n"


class Typist:
    """A client that types into the deck and notes when findings come."""

    def __init__(self) -> None:
        self.client = BaseLanguageClient("typist", "1")
        self.published: list[tuple[float, int | None]] = []
        self.version = 1

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: types.PublishDiagnosticsParams) -> None:
            self.published.append((time.perf_counter(), params.version))

    async def start(self) -> None:
        await self.client.start_io(sys.executable, "-m", "rbsolve", "lsp")
        await self.client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
        self.client.initialized(types.InitializedParams())
        document = types.TextDocumentItem(URI, "rbsolve", 1, large_deck())
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
        await self.rest()

    async def rest(self) -> None:
        await asyncio.sleep(1.5)

    def key(self) -> float:
        """A key in the name of a point; the time when it was pressed."""
        self.version += 1
        place = types.Position(2, 16)
        change = types.TextDocumentContentChangePartial(text="x", range=types.Range(place, place))
        document = types.VersionedTextDocumentIdentifier(version=self.version, uri=URI)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        return time.perf_counter()

    async def findings(self) -> float:
        """Seconds from a key to the findings about it."""
        self.published.clear()
        start = self.key()
        while not self.published:
            await asyncio.sleep(0.001)
        seconds = self.published[0][0] - start
        await asyncio.sleep(0.4)
        return seconds

    async def completion(self) -> float:
        """Seconds from asking to the answer, right after a key."""
        self.key()
        start = time.perf_counter()
        document, place = types.TextDocumentIdentifier(URI), types.Position(6000, 20)
        await self.client.text_document_completion_async(types.CompletionParams(document, place))
        seconds = time.perf_counter() - start
        await asyncio.sleep(0.15)
        return seconds


async def measure() -> None:
    typist = Typist()
    await typist.start()
    findings = sorted([await typist.findings() for _ in range(20)])
    print(f"findings after a key: median {1e3 * findings[10]:.0f} ms, 95 % {1e3 * findings[18]:.0f} ms")
    typist.published.clear()
    for _ in range(100):
        typist.key()
        await asyncio.sleep(0.02)
    await typist.rest()
    stale = [version for _, version in typist.published if version != typist.version]
    print(f"100 keys in 2 s: {len(typist.published)} publications, {len(stale)} of an older text")
    completion = sorted([await typist.completion() for _ in range(60)])
    print(f"completion: median {1e3 * completion[30]:.1f} ms, 95 % {1e3 * completion[57]:.1f} ms")
    await typist.client.shutdown_async(None)
    typist.client.exit(None)


def main() -> None:
    text = large_deck()
    lines = text.count("\n")
    seconds = []
    for _ in range(5):
        start = time.process_time()
        formatted(text)
        seconds.append(time.process_time() - start)
    print(f"{lines} lines; formatted at {lines / min(seconds):,.0f} lines a second")
    asyncio.run(measure())


if __name__ == "__main__":
    main()
