"""Accesses groups, datasets and attributes of files from any source. Each part is checked when it is accessed.

A part that is missing, or differs from `layout.py`, raises ResultsError with the names of the file and the part. Bytes
that HDF5 cannot read also raise ResultsError.

HDF5 follows links to other files. It also reads rows from files that a dataset names (external storage) and from
datasets of other files (virtual datasets). Results files contain no links and no external data. However, a malicious
file could use them to show any file of the user as numbers. This module therefore rejects links and external data.
"""

from __future__ import annotations

import json
import math
from typing import Any

import h5py
import numpy as np
from h5py import h5d, h5l

from rbsolve.results.file import layout
from rbsolve.results.file.errors import DAMAGE, ResultsError
from rbsolve.results.file.hdf5 import STRUCTURE
from rbsolve.results.file.layout import Array, Node, Said
from rbsolve.results.file.places import Place, Rules

_MOST_COMPRESSED = 1100
"""Largest size of a dataset, relative to the number of its bytes in the file. The compression `deflate` reduces data at
most by a factor of about a thousand.
"""
_SMALL_BYTES = 1 << 20
_LARGEST = 1e100
"""A limit that no length, mass or inertia of a model reaches. Squares and products of smaller numbers are finite."""
_MEANINGS = {layout.FLOAT: "f", layout.WHOLE: "iu"}


class Attributes(h5py.AttributeManager):  # type: ignore[misc]  # h5py has no types
    """The attributes of a part."""

    def __init__(self, parent: h5py.Group | h5py.Dataset, place: Place) -> None:
        super().__init__(parent)
        self._place = place

    def __getitem__(self, name: str) -> Any:
        """Return the value of an attribute. Raise KeyError if the attribute does not exist, and ResultsError if its
        form differs from the form that runs write.
        """
        said = self._place.node.attribute(name) if self._place.node is not None else None
        try:
            value = super().__getitem__(name)
        except KeyError as error:
            if said is not None:
                raise self._place.missing_error(name) from error
            raise
        except DAMAGE as error:
            raise self._place.fault("is damaged", name) from error
        is_right = said is not None and said.kind == layout.WORD and isinstance(value, str) and value.isascii()
        if not is_right and name not in STRUCTURE:
            _check_attribute(self._place, name, value, said)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of an attribute, or `default` if it does not exist."""
        try:
            return self[name]
        except KeyError:
            return default


def _check_attribute(place: Place, name: str, value: Any, said: Said | None) -> None:
    words = _words_of(value)
    is_number = words is None and np.asarray(value).dtype.kind in "fiub"
    if words is not None and not all(map(_is_text, words)):
        raise place.fault("is not valid UTF-8", name)
    if said is None:
        return
    scalar = np.ndim(value) == 0
    right = {
        layout.NUMBER: is_number and scalar,
        layout.NUMBERS: is_number and np.ndim(value) < 2,
        layout.WORD: words is not None and scalar,
        layout.WORDS: np.ndim(value) == 1 and (words is not None or not np.size(value)),
        layout.JSON: words is not None and scalar and _is_object(words[0]),
    }[said.kind]
    if not right:
        raise place.fault(f"is not {said.kind}", name)
    if said.finite and not (np.abs(value) < _LARGEST).all():
        raise place.fault("is not finite, or too large", name)
    if said.kind == layout.WORDS:
        wanted = place.length(said.length)
        if wanted not in (None, len(value)):
            raise place.fault(f"has {len(value)} words, not {wanted}", name)
        place.learn(said.length, len(value))


def _words_of(value: Any) -> list[str] | None:
    """Return a value as one text or several texts, or None for a value of a different type."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, np.ndarray) and value.dtype.kind == "O":
        words = list(value.flat)
        return words if all(isinstance(word, str) for word in words) else None
    return None


def _is_text(word: str) -> bool:
    if word.isascii():
        return True
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


class Dataset(h5py.Dataset):  # type: ignore[misc]  # h5py has no types
    """A dataset with values that are checked when they are read."""

    _place: Place

    @classmethod
    def at(cls, place: Place, found: h5py.Dataset) -> Dataset:
        """Return the dataset at a place. Raise ResultsError if its form differs from the form in files of rbsolve."""
        check_storage(found.id, place)
        node = place.node
        if node is not None and node.array is None and node.members:
            raise place.fault("is a dataset, not a group")
        if node is not None and node.array is not None:
            _check_array(place, found, node.array)
        checked = cls(found.id)
        checked._place = place
        return checked

    @property
    def attrs(self) -> Attributes:
        """Return the attributes of the dataset."""
        return Attributes(self, self._place)

    def __getitem__(self, selection: Any, **options: Any) -> Any:
        """Return the selected values."""
        with self._place.report_damage():
            values = super().__getitem__(selection, **options)
        array = None if self._place.node is None else self._place.node.array
        if array is not None:
            _check_values(self._place, values, array)
        return values

    def asstr(self, encoding: str | None = None, errors: str = "strict") -> Any:
        """Return the texts of a dataset, for reading."""
        try:
            texts = super().asstr(encoding, errors)
        except TypeError as error:
            raise self._place.fault("is not a text") from error
        return _Texts(texts, self._place)


class _Texts:
    """Texts that are decoded on access."""

    def __init__(self, texts: Any, place: Place) -> None:
        self._texts, self._place = texts, place

    def __getitem__(self, selection: Any) -> Any:
        with self._place.report_damage():
            return self._texts[selection]

    def __len__(self) -> int:
        return len(self._texts)


def _check_array(place: Place, found: h5py.Dataset, array: Array) -> None:
    try:
        kind, shape = found.dtype, found.shape
    except DAMAGE as error:
        raise place.fault("is of no known type") from error
    is_right = (
        h5py.check_string_dtype(kind) is not None
        if array.kind == layout.TEXT
        else kind.kind in _MEANINGS[array.kind] and kind.subdtype is None
    )
    if not is_right:
        raise place.fault(f"has values of type {kind}, not {array.kind}")
    if shape is None:
        raise place.fault("has no values")
    wanted = array.shape
    if array.or_rank == len(shape):
        wanted = wanted[: array.or_rank]
    if not place.fits(shape, wanted):
        told = ", ".join("any" if place.length(word) is None else str(place.length(word)) for word in wanted)
        raise place.fault(f"has the shape {shape}, not ({told}{',' * (len(wanted) == 1)})")
    size = math.prod(shape) * kind.itemsize
    if size > _SMALL_BYTES and not array.sparse and size > _MOST_COMPRESSED * found.id.get_storage_size():
        raise place.fault(f"has the shape {shape}, but hardly any of it is in the file")


def _check_values(place: Place, values: Any, array: Array) -> None:
    if array.finite and not (np.abs(values) < _LARGEST).all():
        raise place.fault("has numbers that are not finite, or too large")
    if array.within is not None and np.size(values):
        low, high = array.within
        most = _bound(place, high)
        if np.min(values) < low or (most is not None and np.max(values) >= most):
            raise place.fault(f"has values outside the range from {low} to {'the last' if most is None else most - 1}")


def _bound(place: Place, high: int | str) -> int | None:
    if isinstance(high, int):
        return high
    word, _, more = high.partition("+")
    length = place.length(word)
    return None if length is None else length + int(more or 0)


class Group(h5py.Group):  # type: ignore[misc]  # h5py has no types
    """A group without links to other files, and with checked members."""

    _place: Place

    @classmethod
    def at(cls, place: Place, found: h5py.Group) -> Group:
        """Return the group at a place. Raise ResultsError if files of rbsolve have no group at this place."""
        if place.node is not None and place.node.array is not None and not place.node.members:
            raise place.fault("is a group, not a dataset")
        checked = cls(found.id)
        checked._place = place
        return checked

    @property
    def attrs(self) -> Attributes:
        """Return the attributes of the group."""
        return Attributes(self, self._place)

    def __getitem__(self, name: Any) -> Any:
        """Return a member of the group.

        Raise KeyError if the member does not exist. Raise ResultsError if the member is damaged, is reached through a
        link, or is stored outside the file. The same error is raised if the form of the member differs from the form in
        files of rbsolve.
        """
        if not isinstance(name, (str, bytes)):
            return super().__getitem__(name)
        name = name if isinstance(name, str) else name.decode(errors="replace")
        place = self._place.member(name)
        is_there = has_member(self, name)
        try:
            found = super().__getitem__(name)
        except (KeyError, RuntimeError) as error:
            if is_there:
                raise place.fault("is damaged") from error
            raise place.missing_error() if place.is_named else KeyError(name) from error
        if isinstance(found, h5py.Dataset):
            return Dataset.at(place, found)
        if isinstance(found, h5py.Group):
            return Group.at(place, found)
        raise place.fault("is neither a group nor a dataset")

    def get(self, name: Any, default: Any = None, **options: Any) -> Any:
        """Return a member, or `default` if it does not exist. h5py's own `get` would bypass the checks of `[]`, so this
        method replaces it.
        """
        if options:
            return super().get(name, default, **options)
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        """Return whether the group has a member of this name."""
        return isinstance(name, (str, bytes)) and has_member(self, name)


class File(Group, h5py.File):  # type: ignore[misc]  # h5py has no types
    """A file without external data, for reading."""

    def __init__(self, found: h5py.h5f.FileID, root: Node | None = None, varying: frozenset[str] = frozenset()) -> None:
        super().__init__(found)
        rules = Rules(self.filename, layout.RUN if root is None else root, {}, varying)
        self._place = Place(rules, "", rules.root)
        if root is None and self.attrs.get("kind") == "study":
            self._place = Place(rules._replace(root=layout.STUDY), "", layout.STUDY)


def has_member(group: h5py.Group, name: str | bytes) -> bool:
    """Return whether a group has a member. Raise ResultsError if the path of the member is damaged, or contains a soft
    or external link.
    """
    path = name.encode() if isinstance(name, str) else name
    at = group.file.id if path.startswith(b"/") else group.id
    parts = [part for part in path.split(b"/") if part not in (b"", b".")]
    try:
        for count in range(1, len(parts) + 1):
            inside = b"/".join(parts[:count])
            if not at.links.exists(inside):
                return False
            if at.links.get_info(inside).type != h5l.TYPE_HARD:
                place = f"{group.name}/{inside.decode(errors='replace')}".strip("/")
                raise ResultsError(
                    f"cannot read {group.file.filename}: {place} is a soft or external link, which rbsolve does not follow"
                )
    except (KeyError, RuntimeError, ValueError) as error:
        place = f"{group.name}/{path.decode(errors='replace')}".strip("/")
        raise ResultsError(f"cannot read {group.file.filename}: {place} is damaged") from error
    return True


def check_storage(dataset: h5d.DatasetID, place: Place) -> None:
    """Raise ResultsError if the rows of a dataset are in other files."""
    properties = dataset.get_create_plist()
    kind = properties.get_layout()
    if kind == h5d.VIRTUAL or (kind == h5d.CONTIGUOUS and properties.get_external_count()):
        raise place.fault("has its data in another file, which rbsolve does not open")
