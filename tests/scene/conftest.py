"""Results written by hand, with a motion in closed form, and a separate glTF player for the tests."""

from __future__ import annotations

import json
import struct
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

from rbsolve.pipeline import Options, check_deck
from rbsolve.runs.results import Results
from rbsolve.runs.run import run_model
from rbsolve.view.server import address_of, make_server

DECKS = Path(__file__).parents[2] / "decks"


def write_results(path: Path, time: np.ndarray, motion: dict[str, tuple[np.ndarray, np.ndarray]]) -> None:
    """Write a file with bodies of unit mass. `motion` contains the position (n, 3) and Euler parameters (n, 4) of each
    body.
    """
    with h5py.File(path, "w") as file:
        file.attrs.update({"Conventions": "rbsolve-1", "status": "complete", "deck_name": "hand.deck"})
        file["time"] = time
        file.create_group("sensors")
        model = file.create_group("model")
        for name in ("points", "frames", "shapes", "joints", "springs", "bushings"):
            model.create_group(name)
        for name in motion:
            body = model.create_group(f"bodies/{name}")
            body.attrs["mass"] = 1.0
            body["inertia"] = np.diag([0.1, 0.2, 0.25])
            body["centre_of_mass"] = np.zeros(3)
            body["frame"] = np.eye(4)
        for i, name in enumerate(("position", "orientation")):
            rows = np.stack([history[i] for history in motion.values()], axis=1)
            dataset = file.create_dataset(
                f"motion/{name}", data=rows, compression="gzip", compression_opts=1, shuffle=True
            )
            dataset.attrs["bodies"] = list(motion)


@dataclass
class Player:
    """Plays a GLB file with linear interpolation, and with arcs of unit quaternions."""

    document: dict[str, Any]
    binary: bytes

    @classmethod
    def open(cls, data: bytes) -> Player:
        size = struct.unpack_from("<I", data, 12)[0]
        return cls(json.loads(data[20 : 20 + size]), data[28 + size :])

    def node(self, name: str) -> int:
        (index,) = (i for i, node in enumerate(self.document["nodes"]) if node["name"] == name)
        return index

    def array(self, index: int) -> np.ndarray:
        accessor = self.document["accessors"][index]
        view = self.document["bufferViews"][accessor["bufferView"]]
        columns = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        assert accessor["componentType"] == 5126
        flat = np.frombuffer(self.binary, "<f4", columns * accessor["count"], view["byteOffset"]).astype(float)
        return flat if columns == 1 else flat.reshape(-1, columns)

    def keys(self, name: str, path: str) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the times and values of a channel, or None if a node has none."""
        node = self.node(name)
        for animation in self.document.get("animations", ()):
            for channel in animation["channels"]:
                if channel["target"] == {"node": node, "path": path}:
                    sampler = animation["samplers"][channel["sampler"]]
                    assert sampler["interpolation"] == "LINEAR"
                    return self.array(sampler["input"]), self.array(sampler["output"])
        return None

    def position(self, name: str, time: np.ndarray) -> np.ndarray:
        keys = self.keys(name, "translation")
        if keys is None:
            return np.tile(self.document["nodes"][self.node(name)].get("translation", [0.0, 0.0, 0.0]), (len(time), 1))
        return np.column_stack([np.interp(time, keys[0], column) for column in keys[1].T])

    def orientation(self, name: str, time: np.ndarray) -> Rotation:
        keys = self.keys(name, "rotation")
        if keys is None:
            quaternion = self.document["nodes"][self.node(name)].get("rotation", [0.0, 0.0, 0.0, 1.0])
            return Rotation.from_quat(np.tile(quaternion, (len(time), 1)))
        if len(time) == 1:
            return Rotation.from_quat(keys[1][:1])
        return Slerp(keys[0], Rotation.from_quat(keys[1]))(np.clip(time, keys[0][0], keys[0][-1]))


@pytest.fixture
def player():
    """`player(motion_glb(results))` returns a player of a file."""
    return Player.open


@pytest.fixture
def write_motion():
    """`write_motion(path, time, motion)` writes results with a motion."""
    return write_results


@pytest.fixture
def solved() -> Any:
    """`solved(deck, rows)` solves the first rows of a deck, and returns the results in memory."""

    def solve(deck: Path, rows: int) -> Results:
        schedule = check_deck(deck).compiled.schedule
        times, _ = schedule.window(0, schedule.intervals)
        checked = check_deck(deck, Options(t_end=float(times[min(rows, len(times) - 1)])))
        assert not checked.has_errors
        return Results(run_model(checked, None).file, None)

    return solve


@pytest.fixture
def shown(solved, open_page):
    """`shown(deck, rows)` returns the page of `rbsolve view` with the first rows of an example deck, or of a deck at a
    path.
    """
    open_servers = []

    def show(deck, rows=20, **options):
        results = solved(deck if isinstance(deck, Path) else DECKS / deck, rows)
        server = make_server([results])
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        open_servers.append((server, thread))
        return open_page(address_of(server), **options)

    yield show
    for server, thread in open_servers:
        server.shutdown()
        thread.join()
        server.server_close()
