"""Runs the command line for `python -m rbsolve`."""

from __future__ import annotations

import sys

from rbsolve.cli import main

sys.exit(main())
