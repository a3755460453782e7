"""Result types (service specification, section 2.6)."""

from dataclasses import dataclass, field
from typing import Any, Literal

Module = Literal["auto", "naive", "owl", "arag", "aragog"]
"""Retrieval modules (section 4.9), and `auto`, which chooses one for each question."""

Trace = Literal["summary", "full"]
"""Detail of the trajectory."""


@dataclass(frozen=True)
class Passage:
    """Passage that an answer cites."""

    source: str
    """Name of the document at the service."""
    text: str
    chunk_index: int | None = None
    """Index of the passage in the document, from 0."""
    score: float | None = None
    """Score; higher is better. Comparable only within one result."""


@dataclass(frozen=True)
class TrajectoryStep:
    """Call of a tool by the service."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)
    result_summary: str | None = None


@dataclass(frozen=True)
class RetrievalResult:
    """Result of `Database.retrieve`."""

    answer: str | None
    """None if the service found no answer within its budget."""
    passages: list[Passage]
    trajectory: list[TrajectoryStep]
    cost_usd: float
    """Approximate cost of the language model in US dollars; 0 without one."""
    loops: int
    """Turns of the agent; 0 for modules without one."""
    module_used: str
    """Module that ran, after any override."""
    metadata: dict[str, Any]
    """Further figures of the module, such as `pruned_by_disjointness_total` of `aragog`."""
