"""The build backend. It extends setuptools by a setting that puts machine code of all kernels into a wheel.

`pip wheel . --config-settings kernels=all` compiles for all levels of processors of this architecture.
`kernels=x86-64-v3` compiles for one level, and commas separate several levels. If a tool cannot pass settings, the
environment variable RBSOLVE_KERNELS has the same effect. Such a wheel needs no numba. Without the setting, a wheel
contains only sources and depends on numba.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]
Settings = Mapping[str, str] | None
VARIABLE = "RBSOLVE_KERNELS"


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return the build requirements in addition to setuptools. If kernels are compiled, these are the requirements of
    rbsolve itself.
    """
    with _pass_on(config_settings) as rest:
        needed = list(build_meta.get_requires_for_build_wheel(rest))
        if os.environ.get(VARIABLE):
            needed += run_time_dependencies()
        return needed


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    """Write the metadata of the wheel that the same settings would build."""
    with _pass_on(config_settings) as rest:
        return str(build_meta.prepare_metadata_for_build_wheel(metadata_directory, rest))


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel, with or without kernels."""
    with _pass_on(config_settings) as rest:
        return str(build_meta.build_wheel(wheel_directory, rest, metadata_directory))


def run_time_dependencies() -> list[str]:
    """Return the requirements for running rbsolve and for compiling its kernels."""
    project = tomllib.loads(Path("pyproject.toml").read_text())
    return [*project["tool"]["rbsolve"]["dependencies"], *project["project"]["optional-dependencies"]["compile"]]


@contextmanager
def _pass_on(settings: Settings) -> Iterator[dict[str, str]]:
    """A context that makes settings for setuptools. Within this context, `setup.py` finds the settings for kernels in
    the environment."""
    rest = dict(settings or {})
    before = os.environ.get(VARIABLE)
    chosen = rest.pop("kernels", before or "")
    os.environ[VARIABLE] = "" if chosen == "none" else chosen
    try:
        yield rest
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before
