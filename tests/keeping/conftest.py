"""Common functions of the tests of checkpoints."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))  # for the import of `families` by tests
