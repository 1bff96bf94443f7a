"""Requests and answers of the service, in the form of the OpenAPI document."""

from __future__ import annotations

import base64
import json
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, JsonValue, model_validator

from rbsolve.service.requests.uploads import LONGEST_PATH, PATH, checked_path

State = Literal["queued", "running", "complete", "failed", "cancelled"]
Number = Annotated[
    float, Field(strict=True, allow_inf_nan=False)
]  # strict mode rejects booleans, which would otherwise become 0 or 1
Positive = Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]
Name = Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")]
Tag = Annotated[
    str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x20\x7f,#](?:[^\x00-\x1f\x7f,]*[^\x00-\x20\x7f,])?$")
]
"""One or several words. A tag contains no comma, and no blanks at its ends."""
Tags = Annotated[list[Tag], Field(max_length=20)]
Base64 = Annotated[
    str,
    Field(
        pattern=r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
        json_schema_extra={"contentEncoding": "base64"},
    ),
]
Path = Annotated[str, AfterValidator(checked_path)]
"""The path of an included file, below the deck's folder."""
_PATH_SCHEMA: dict[str, JsonValue] = {"type": "string", "pattern": PATH, "maxLength": LONGEST_PATH}
Parameter = Number | str | list[Number]
Values = str | Number | list[Number] | list[list[Number]]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _whole_characters(cls, given: Any) -> Any:
        """Refuse single surrogates, which JSON can contain, but neither a file nor a database accepts."""
        try:
            json.dumps(given, ensure_ascii=False, default=str).encode()
        except UnicodeEncodeError as error:
            raise ValueError("a text contains half a character (a lone surrogate)") from error
        return given


class Parameters(_Strict):
    """Values that override the parameters of a deck."""

    parameters: dict[str, Parameter] = {}


class Encoded(_Strict):
    """The bytes of a file that is not a text."""

    base64: Base64


class Deck(Parameters):
    """A deck and its included files, by path. Each file is a text, or bytes such as the bytes of a mesh."""

    deck: str
    includes: Annotated[
        dict[Path, str | Encoded],
        Field(json_schema_extra={"propertyNames": _PATH_SCHEMA}),
    ] = {}

    @property
    def contents(self) -> dict[str, bytes]:
        """Return the files that the deck includes."""
        return {
            name: base64.b64decode(given.base64) if isinstance(given, Encoded) else given.encode(errors="replace")
            for name, given in self.includes.items()
        }


class JobOptions(Parameters):
    """The options for solving a deck."""

    integrator: Name | None = None
    formulation: Name | None = None
    step: Positive | None = None
    t_end: Number | None = None
    name: Name | None = None
    time_limit: Positive | None = None
    tags: Tags = []


Range = str | Number | Annotated[list[Number], Field(min_length=2, max_length=3)]
"""A fixed value, or bounds with an optional start: "LOWER:UPPER[:START]", or a list."""
Iterations = Annotated[int, Field(ge=1, le=1000)]
Texts = Annotated[list[Name], Field(max_length=100)]


class FitOptions(_Strict):
    """A fit to measurements, with the fields of `rbsolve fit`. `data` names CSV files among the included files."""

    data: Annotated[list[Path], Field(min_length=1, max_length=50, json_schema_extra={"items": _PATH_SCHEMA})]
    match: Texts
    parameters: dict[str, Range]
    own: dict[str, dict[str, Range]] = {}
    free: Texts = []
    sigma: dict[str, Positive] = {}
    hold_out: Annotated[float, Field(strict=True, ge=0, lt=1)] = 0.0
    loss: Literal["linear", "huber"] = "linear"
    time: Name | None = None
    max_iterations: Iterations = 100


TASKS = ("linearize", "fit", "optimize")
"""What a job can do instead of a run."""


def _only(name: str, other: str) -> dict[str, Any]:
    """Return a schema that requires a text `name`, and does not permit the field `other`."""
    return {"required": [name], "properties": {name: {"type": "string"}, other: {"type": "null"}}}


def _without(task: str) -> dict[str, Any]:
    """Return a schema that permits no task except one."""
    return {"properties": {other: {"type": "null"} for other in TASKS if other != task}}


class OptimizeOptions(_Strict):
    """An optimization, with the fields of `rbsolve optimize`. Either `minimize` or `maximize` is a scalar."""

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [_only("minimize", "maximize"), _only("maximize", "minimize")]}
    )
    minimize: Name | None = None
    maximize: Name | None = None
    parameters: dict[str, Range]
    subject_to: Texts = []
    starts: Annotated[int, Field(ge=0, le=1000)] = 0
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    max_iterations: Iterations = 100

    @model_validator(mode="after")
    def _one_goal(self) -> Self:
        if (self.minimize is None) == (self.maximize is None):
            raise ValueError("give either minimize or maximize")
        return self


class RunOptions(JobOptions):
    """The settings for a single run. With `linearize`, the run ends at a state, about which the model is linearized.
    With `fit` or `optimize`, the job searches for parameters, and its results are the run at the best values.
    """

    model_config = ConfigDict(json_schema_extra={"anyOf": [_without(name) for name in TASKS]})
    linearize: Literal["start", "end", "equilibrium"] | Number | None = None
    fit: FitOptions | None = None
    optimize: OptimizeOptions | None = None

    @model_validator(mode="after")
    def _one_task(self) -> Self:
        if sum(task is not None for task in (self.linearize, self.fit, self.optimize)) > 1:
            raise ValueError("a job has at most one of linearize, fit and optimize")
        return self


class JobRequest(RunOptions, Deck):
    """A deck to be solved or linearized, or whose parameters are searched for."""


class TagsRequest(_Strict):
    """The new tags of a job or study."""

    tags: Tags


class Sample(_Strict):
    """A sample between the bounds of parameters. Each parameter is "LOW:HIGH" or fixed."""

    size: Annotated[int, Field(ge=1, le=100_000_000, validation_alias=AliasChoices("size", "N", "n"))]
    method: Literal["lhs", "sobol", "halton", "random"] = "lhs"
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    parameters: dict[str, str | Number | list[Number]]


WAYS = ("grid", "zip", "sample", "table")
"""The alternatives for defining the cases of a study."""


def _with(name: str) -> dict[str, Any]:
    """Return a schema that requires the field `name`, and does not permit null."""
    kinds = ["string", "object", "array"] if name == "table" else "object"
    return {"required": [name], "properties": {name: {"type": kinds}}}


class StudyRequest(JobOptions, Deck):
    """A deck and many values of its parameters. One of `grid`, `zip`, `sample` and `table` gives the values.

    Every `every`-th output row of a case and its last row are stored. With `float32`, they are stored in single
    precision.
    """

    model_config = ConfigDict(json_schema_extra={"oneOf": [_with(name) for name in WAYS]})
    grid: dict[str, Values] | None = None
    zip: dict[str, Values] | None = None
    sample: Sample | None = None
    table: str | dict[str, list[Number]] | list[dict[str, Number]] | None = None
    every: Annotated[int, Field(ge=1, le=2**31 - 1)] = 1
    float32: Annotated[bool, Field(strict=True)] = False


class Finding(BaseModel):
    """The diagnostics of a check."""

    model_config = ConfigDict(extra="allow")
    severity: str
    code: str
    message: str


class RunFinding(Finding):
    """The diagnostics of the check or the run of a job, as in /findings of its results. `time` [s] is null for the
    check.
    """

    time: float | None
    object: str
    hint: str
    file: str
    line: int
    count: int


class StudyFinding(Finding):
    """A kind of diagnostic of the cases of a study. The kind contains the number of cases, the first of these cases,
    and its message.
    """

    cases: int
    first: int


class Usage(BaseModel):
    """The usage of an account. The usage contains all jobs and studies with their bytes, and the numbers of unfinished
    and running jobs and studies. It also contains the solver seconds of the last day.

    A limit that is null or absent means unlimited.
    """

    account: str
    kept: int
    bytes: int
    jobs: int
    running: int
    seconds_a_day: float
    limits: dict[str, float | None]


class Progress(BaseModel):
    """The progress of a run: simulated time [s], fraction of the run, simulated seconds per second, and number of
    diagnostics so far.
    """

    time: float | None = None
    fraction: float | None = None
    rate: float | None = None
    findings: int | None = None


class Submitted(BaseModel):
    """A job or a study of an account. `seconds` is the solver time [s]. An ended one also has the bytes of its files."""

    id: str
    name: str
    state: State
    message: str
    created: str
    started: str | None
    finished: str | None
    account: str
    seconds: float
    bytes: int | None
    tags: list[str]
    links: dict[str, str]


class Job(Submitted):
    """A job of an account, with its progress."""

    progress: Progress


class JobDetails(Job):
    """A job with its deck and requested options. `diagnostics` contains the diagnostics of the check. `findings` also
    contains the run's diagnostics so far.
    """

    diagnostics: list[dict[str, Any]] = []
    findings: list[RunFinding] = []
    options: dict[str, Any] = {}
    deck: str | None = None


class SearchDetails(BaseModel):
    """The progress of a fit or an optimization, and its result after its end, as in fit.json or optimum.json. `curves`
    contains the measured and computed columns of a fit at its latest iteration.
    """

    kind: Literal["fit", "optimize"]
    iterations: list[dict[str, Any]] = []
    curves: list[dict[str, Any]] = []
    result: dict[str, Any] | None = None


class Jobs(BaseModel):
    """A page of jobs, with the newest jobs first. `next` is the cursor of the next page."""

    jobs: list[Job]
    next: str | None


class Share(BaseModel):
    """A token that permits reading one job or study, and the address of the page that uses the token. The token is
    shown only once.
    """

    token: str
    page: str


class Study(Submitted):
    """A study of an account, with the number of its cases in each state."""

    cases: int
    counts: dict[str, int]


class StudyDetails(Study):
    """A study with its deck, requested options and reasons for failures. After its end, it also has the diagnostics and
    the table of its cases.
    """

    options: dict[str, Any] = {}
    reasons: list[dict[str, Any]] = []
    findings: list[StudyFinding] = []
    table: dict[str, Any] | None = None
    deck: str | None = None


class Studies(BaseModel):
    """A page of studies."""

    studies: list[Study]
    next: str | None


class ProblemDocument(BaseModel):
    """The error message."""

    model_config = ConfigDict(extra="allow")
    type: str
    title: str
    status: int
    detail: str


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the possible errors of a request, for the OpenAPI document. A body can be too large (413) or too slow."""
    content = {"application/problem+json": {"schema": ProblemDocument.model_json_schema()}}
    words = {401: "no valid token", 403: "not allowed", 404: "not there", 409: "not yet", 413: "too large"}
    words |= {422: "not understood", 429: "over a quota", 503: "job store unavailable", 400: "not understood"}
    words |= {408: "not complete in time"}
    possible = (400, 401, 403, 422, 503, *statuses, *((408,) if 413 in statuses else ()))
    return {status: {"description": words[status], "content": content} for status in possible}


def leads_to(description: str, identity: str, *operations: str) -> dict[str, Any]:
    """Return the links of an answer for the OpenAPI document. The links lead to further requests about the same job or
    study.

    `identity` is the place of the id of the job or study, such as `$response.body#/id`.
    """
    parameters = {"identity": identity}
    return {
        "description": description,
        "links": {name: {"operationId": name, "parameters": parameters} for name in operations},
    }
