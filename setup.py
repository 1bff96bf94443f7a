"""Defines settings that pyproject.toml cannot express: the packages in several folders, and the contents and
requirements of a wheel with kernels.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

PROJECT = tomllib.loads(Path("pyproject.toml").read_text())
FOLDERS = PROJECT["tool"]["setuptools"]["package-dir"]
BELOW = {f"{name}.{package}" for name, folder in FOLDERS.items() for package in find_packages(folder)}
KERNELS = os.environ.get("RBSOLVE_KERNELS", "")
"""`all`, levels of processors separated by commas, or nothing (backend/rbsolve_build.py)."""


class BuildWithKernels(build_py):
    """Compile the kernels of the sources that go into the wheel."""

    def run(self) -> None:
        """Copy the sources, and build the shared libraries among them. Libraries of an earlier build are removed."""
        super().run()
        shutil.rmtree(Path(self.build_lib, "rbsolve", "solver", "compiler", "built"), ignore_errors=True)
        if KERNELS and not self.editable_mode:
            path = os.pathsep.join(filter(None, (os.path.abspath(self.build_lib), os.environ.get("PYTHONPATH"))))
            environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
            levels = [] if KERNELS == "all" else ["--levels", *KERNELS.split(",")]
            subprocess.run([sys.executable, "-m", "rbsolve.kernels", "build", *levels], env=environment, check=True)


class WheelWithKernels(bdist_wheel):
    """Builds a wheel for one platform. It fits any Python version, because kernels do not call the interpreter."""

    def finalize_options(self) -> None:
        """Finalize the options as setuptools does, and mark the wheel as specific to a platform."""
        super().finalize_options()
        self.root_is_pure = not KERNELS

    def get_tag(self) -> tuple[str, str, str]:
        """Return the tags of Python, interface and platform."""
        python, interface, platform = super().get_tag()
        return ("py3", "none", platform) if KERNELS else (python, interface, platform)


DEPENDENCIES = PROJECT["tool"]["rbsolve"]["dependencies"]
COMPILER = PROJECT["project"]["optional-dependencies"]["compile"]
setup(
    packages=sorted({*FOLDERS, *BELOW}),
    install_requires=DEPENDENCIES if KERNELS else [*DEPENDENCIES, *COMPILER],
    cmdclass={"build_py": BuildWithKernels, "bdist_wheel": WheelWithKernels},
)
