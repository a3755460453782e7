"""Requests to the retrieve endpoint."""

import json
from typing import get_args

from ._settings import Settings
from ._types import Module, Trace

MODULES: tuple[str, ...] = get_args(Module)
TRACES: tuple[str, ...] = get_args(Trace)


def write_headers(settings: Settings, user_agent: str) -> dict[str, str]:
    """Return the headers of all requests to a database."""
    headers = {"Accept": "application/json", "Content-Type": "application/json", "User-Agent": user_agent}
    if settings.api_key is not None:
        headers["Authorization"] = f"Bearer {settings.api_key}"
    return headers


def write_question(question: str, module: str | None, trace: str) -> bytes:
    """Return the body of a request: `{"question", "module"?, "trace"}`.

    Raises:
        TypeError: the question is not a string.
        ValueError: the question is empty, or the module or trace is unknown.
    """
    if not isinstance(question, str):
        raise TypeError(f"question must be a string, not {type(question).__name__}")
    if not question.strip():
        raise ValueError("question is empty")
    if module is not None and module not in MODULES:
        raise ValueError(f"module must be one of {', '.join(MODULES)}, not {module!r}")
    if trace not in TRACES:
        raise ValueError(f"trace must be one of {', '.join(TRACES)}, not {trace!r}")
    payload = {"question": question}
    if module is not None:
        payload["module"] = module
    payload["trace"] = trace
    return json.dumps(payload).encode("ascii")
