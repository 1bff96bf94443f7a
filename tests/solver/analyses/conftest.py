"""Fixtures of the analyses."""

from __future__ import annotations

import pytest
from static_parts import ANALYSIS


@pytest.fixture
def solve(run_deck):
    return lambda *parts, **options: run_deck("".join((*parts, ANALYSIS)), **options)
