"""Options of every compilation."""

from __future__ import annotations

from typing import Any

# No reference counting: a kernel allocates nothing, and counting the arrays of a model at each call would cost more than the work.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
