"""Reads requests about a deck. A request is a JSON document, or a zip of the deck's folder. With a zip, `options`
contains the other parts of the document.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from fastapi import Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect

from rbsolve.service.problems import Problem
from rbsolve.service.requests.models import Deck, Parameters, RunOptions
from rbsolve.service.requests.uploads import write_files, write_zip
from rbsolve.service.settings import Settings

Asked = TypeVar("Asked", bound=Deck)
Read = TypeVar("Read", bound=BaseModel)
PathInZip = Annotated[str | None, Query(max_length=200, description="path of the deck in a zip file")]
OptionsOfZip = Annotated[
    str | None,
    Query(
        max_length=20_000, description="for a zip file: a JSON document with all fields except `deck` and `includes`"
    ),
]
ZIP = ("application/zip", "application/x-zip-compressed")
ZIP_BEGINS = b"PK\x03\x04"


class Submission(NamedTuple, Generic[Asked]):
    """A parsed request: its settings and its deck."""

    asked: Asked
    content: bytes
    zipped: bool
    deck: str | None
    options: str | None

    @property
    def digest(self) -> str:
        """Return a digest of the request. The digest is the same if the same request is sent again."""
        said = [str(self.zipped), self.deck or "", self.options or ""]
        texts = (text.encode(errors="replace") for text in said)
        return hashlib.sha256(b"\0".join([*texts, self.content])).hexdigest()

    def write(self, folder: Path, settings: Settings) -> Path:
        """Write the deck and all its files into a folder. Return the path of the deck."""
        if self.zipped:
            return write_zip(folder, self.content, self.deck, settings)
        return write_files(folder, self.asked.deck, self.asked.contents, settings)


def describe(model: type[BaseModel]) -> dict[str, Any]:
    """Return the description of a submission in the OpenAPI document."""
    schema = model.model_json_schema()
    whole = _inline(schema, schema.pop("$defs", {}))
    kinds = {"application/json": whole, "application/zip": {"type": "string", "format": "binary"}}
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema} for kind, schema in kinds.items()}}}


def _inline(schema: Any, parts: dict[str, Any]) -> Any:
    """Replace references in a schema by their definitions. Otherwise OpenAPI would resolve them from the root of the
    document.
    """
    if isinstance(schema, list):
        return [_inline(item, parts) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inline(parts[schema["$ref"].rpartition("/")[2]], parts)
    return {name: _inline(value, parts) for name, value in schema.items()}


async def receive(request: Request, model: type[Asked], deck: str | None, options: str | None) -> Submission[Asked]:
    """Read a request for `model`, which contains a deck."""
    try:
        content = await request.body()
    except ClientDisconnect as gone:
        raise Problem(400, "the connection closed before the request was complete") from gone
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    zipped = kind in ZIP or content.startswith(ZIP_BEGINS)  # curl sends all data as a form by default
    if kind.startswith("multipart/") and not zipped:
        raise Problem(
            422, "forms are not supported: send the zip itself, for example with `curl --data-binary @folder.zip`"
        )
    if options is not None and not zipped:
        raise Problem(422, "`options` applies to a zip only: a JSON document contains its options")
    asked = _of_zip(options, model) if zipped else _parse(content, model, ("body",))
    return Submission(asked, content, zipped, deck, options)


def _of_zip(options: str | None, model: type[Asked]) -> Asked:
    """Read the options of a request with a zip, which contains the deck."""
    beside = Parameters if model is Deck else RunOptions
    asked = beside() if options is None else _parse(options, beside, ("query", "options"))
    return model(deck="", **asked.model_dump())


def _parse(content: bytes | str, model: type[Read], place: tuple[str, ...]) -> Read:
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        raise RequestValidationError(
            [{**e, "loc": (*place, *e["loc"])} for e in error.errors(include_input=False)]
        ) from error
