"""No module of the program is longer than 400 lines, because a longer module has more than one purpose."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "rbsolve"
MOST = 400


def test_modules_have_at_most_four_hundred_lines():
    walked = os.walk(ROOT, followlinks=True)
    modules = [Path(folder) / name for folder, _, names in walked for name in names if name.endswith(".py")]
    lengths = {module.relative_to(ROOT).as_posix(): len(module.read_text("utf-8").splitlines()) for module in modules}
    assert {"solver/run/loop.py", "language/recall.py"} <= lengths.keys()
    assert {name: length for name, length in lengths.items() if length > MOST} == {}
