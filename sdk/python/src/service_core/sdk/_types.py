"""The result types (service specification, section 2.6)."""

from dataclasses import dataclass, field
from typing import Any, Literal

Module = Literal["naive", "owl", "arag", "aragog"]
"""Ways of retrieving (section 4.9)."""

Trace = Literal["summary", "full"]
"""How much of the trajectory an answer carries."""


@dataclass(frozen=True)
class Passage:
    """A passage that an answer cites."""

    source: str
    """The document, by the name it was given to the service with."""
    text: str
    chunk_index: int | None = None
    """Which part of the document it is, counted from 0."""
    score: float | None = None
    """Higher is better; comparable within one result only."""


@dataclass(frozen=True)
class TrajectoryStep:
    """A call that the service made of one of its tools."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)
    result_summary: str | None = None


@dataclass(frozen=True)
class RetrievalResult:
    """What `Database.retrieve` returns."""

    answer: str | None
    """None where the service found no answer, or none within its budget."""
    passages: list[Passage]
    trajectory: list[TrajectoryStep]
    cost_usd: float
    """Approximate cost of the language model, in US dollars; 0 where none was asked."""
    loops: int
    """Turns that the agent took; 0 of modules without one."""
    module_used: str
    """The module that ran, after any override."""
    metadata: dict[str, Any]
    """What the module tells beside that, such as `pruned_by_disjointness_total` of `aragog`."""
