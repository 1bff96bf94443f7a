"""The language server on a deck of 10,000 lines: `python benchmarks/bench_editor.py`.

There are two goals for typing. Diagnostics appear within 100 ms of the last key, and 100 keys in 2 s cause at most 3
publications. No publication is for an older text. The goals for requests are completion within 30 ms (95 %), hover
within 30 ms and references within 100 ms. 50,000 lines must be formatted in a second.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

from rbsolve.parser.formatting import format_text

URI = "untitled:large.deck"
OBJECTS = 500


def large_deck() -> str:
    """Return points, triads, frames, bodies and sensors, with four lines each."""
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


class Client:
    """A client of the protocol that does little work itself, so the times are the times of the server."""

    def __init__(self) -> None:
        self.version = 1
        self.published: list[tuple[float, int | None]] = []
        self._number = 0
        self._answers: dict[int, asyncio.Future[float]] = {}

    async def start(self) -> None:
        self._server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "rbsolve", "lsp", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        self._reading = asyncio.create_task(self._read())
        await self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.tell("initialized", {})
        document = {"uri": URI, "languageId": "rbsolve", "version": 1, "text": large_deck()}
        self.tell("textDocument/didOpen", {"textDocument": document})
        await self.rest()

    async def stop(self) -> None:
        await self.ask("shutdown", None)
        self.tell("exit", None)
        await self._server.wait()
        await self._reading

    async def _read(self) -> None:
        output = self._server.stdout
        assert output is not None
        while header := await output.readline():
            length = int(header.rpartition(b":")[2])
            while await output.readline() != b"\r\n":
                pass
            body = await output.readexactly(length)
            arrived = time.perf_counter()
            message = json.loads(body)
            if "method" in message:
                if message["method"] == "textDocument/publishDiagnostics":
                    self.published.append((arrived, message["params"]["version"]))
            else:
                assert "result" in message, message
                self._answers.pop(message["id"]).set_result(arrived)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    async def ask(self, method: str, params: Any) -> float:
        """Send a request, and return the time of the answer."""
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        self._send({"id": self._number, "method": method, "params": params})
        return await answer

    async def rest(self) -> None:
        await asyncio.sleep(1.5)

    def key(self, is_sound: bool = False) -> float:
        """Press a key in the name of a point (which causes an error) or in a coordinate. Return the time."""
        self.version += 1
        place = {"line": 3, "character": 25} if is_sound else {"line": 2, "character": 16}
        change = {"text": "1", "range": {"start": place, "end": place}}
        start = time.perf_counter()
        document = {"uri": URI, "version": self.version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        return start

    async def findings(self, is_sound: bool) -> float:
        """Return the seconds from a key to its diagnostics."""
        self.published.clear()
        start = self.key(is_sound)
        while not self.published:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.4)
        return self.published[0][0] - start

    async def completion(self) -> float:
        """Return the seconds from a request to the answer, just after a key."""
        self.key()
        start = time.perf_counter()
        place = {"line": 6000, "character": 20}
        seconds = await self.ask("textDocument/completion", {"textDocument": {"uri": URI}, "position": place}) - start
        await asyncio.sleep(0.15)
        return seconds

    async def answer(self, method: str, params: dict[str, Any], wait: float) -> float:
        """Return the seconds from a request to the answer, some seconds after a key."""
        self.key(is_sound=True)
        await asyncio.sleep(wait)
        start = time.perf_counter()
        seconds = await self.ask(method, {"textDocument": {"uri": URI}, **params}) - start
        await asyncio.sleep(0.4)
        return seconds


async def measure() -> None:
    client = Client()
    await client.start()
    for is_sound in (True, False):
        findings = sorted([await client.findings(is_sound) for _ in range(20)])
        kind = "sound" if is_sound else "wrong"
        print(
            f"findings after a key, {kind} deck: median {1e3 * findings[10]:.0f} ms, 95 % {1e3 * findings[18]:.0f} ms"
        )
    client.published.clear()
    for _ in range(100):
        client.key()
        await asyncio.sleep(0.02)
    await client.rest()
    stale = [version for _, version in client.published if version != client.version]
    print(f"100 keys in 2 s: {len(client.published)} publications, {len(stale)} of an older text")
    completion = sorted([await client.completion() for _ in range(60)])
    print(f"completion: median {1e3 * completion[30]:.1f} ms, 95 % {1e3 * completion[57]:.1f} ms")
    for what, method, place, more in (
        ("hover", "textDocument/hover", {"line": 9012, "character": 22}, {}),
        (
            "references",
            "textDocument/references",
            {"line": 9012, "character": 22},
            {"context": {"includeDeclaration": True}},
        ),
    ):
        for when, wait in (("at rest", 0.4), ("right after a key", 0.0)):
            taken = sorted([await client.answer(method, {"position": place, **more}, wait) for _ in range(40)])
            print(f"{what} {when}: median {1e3 * taken[20]:.1f} ms, 95 % {1e3 * taken[37]:.1f} ms")
    await client.stop()


def main() -> None:
    text = large_deck()
    lines = text.count("\n")
    seconds = []
    for _ in range(5):
        start = time.process_time()
        format_text(text)
        seconds.append(time.process_time() - start)
    print(f"{lines} lines; formatted at {lines / min(seconds):,.0f} lines a second")
    asyncio.run(measure())


if __name__ == "__main__":
    main()
