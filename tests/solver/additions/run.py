"""Solves two decks, and the first deck also by the added family. Prints histories, and the answers of the added command
and request.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

from fastapi.testclient import TestClient

import rbsolve
from rbsolve.cli import main
from rbsolve.service.application import create_application
from rbsolve.service.settings import Settings

HERE = Path(__file__).parent

text = Path(sys.argv[1]).read_text()
results = rbsolve.solve(text)
family = rbsolve.solve(text.replace("{EXPLICIT_RUNGE_KUTTA} @TABLEAU {RALSTON}", "{RALSTONS}"))
assert family.status == "complete"
assert all(family[name].tobytes() == results[name].tobytes() for name in results)
coupled = rbsolve.solve(Path(sys.argv[2]).read_text())
histories = {name: each[name].tolist() for each in (results, coupled) for name in each}

with contextlib.redirect_stdout(io.StringIO()) as said:
    assert main(["masses", sys.argv[1]]) == 0
settings = Settings(f"sqlite:///{HERE}/store.db", HERE / "data", request_seconds=7.5)
with TestClient(create_application(settings)) as client:
    answer = client.get("/api/v1/limits").json()
asked = {"masses": said.getvalue(), "limits": answer}
drawn = sorted([*results.file["model/springs"], *results.file["model/shapes"]])
print(
    json.dumps({"where": rbsolve.__file__, "time": results.time.tolist(), "drawn": drawn, "asked": asked, **histories})
)
