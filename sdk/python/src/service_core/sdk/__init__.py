"""Client of an ontology-aware graph service for questions in words.

    from service_core.sdk import connect

    with connect("default") as db:
        result = db.retrieve("Which port is Rotterdam's sister?")
        print(result.answer)
        for passage in result.passages:
            print(passage.source, passage.text)

A `Database` has a pool of connections and may be shared by threads; `AsyncDatabase` is its counterpart for asyncio.
A failed call raises a `ServiceError`. An invalid argument raises a `ValueError` or a `TypeError` before anything is
sent.
"""

from ._async_database import AsyncDatabase
from ._database import Database, connect
from ._errors import AuthError, RateLimitError, ServiceError
from ._settings import DEFAULT_TIMEOUT, DEFAULT_URL
from ._types import Module, Passage, RetrievalResult, Trace, TrajectoryStep

__all__ = [
    "DEFAULT_TIMEOUT",
    "DEFAULT_URL",
    "AsyncDatabase",
    "AuthError",
    "Database",
    "Module",
    "Passage",
    "RateLimitError",
    "RetrievalResult",
    "ServiceError",
    "Trace",
    "TrajectoryStep",
    "connect",
]
