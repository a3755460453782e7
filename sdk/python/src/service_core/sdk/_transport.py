"""Connections, time limits and failures of both clients."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version

import httpx

from ._errors import ServiceError
from ._settings import Settings

# Shorter than the idle time of servers (5 s is usual), so that no connection is reused while the server closes it.
KEEP_ALIVE_SECONDS = 4.0
CONNECTIONS = 100
KEPT_CONNECTIONS = 20

try:
    USER_AGENT = f"service-core/{version('service-core')}"
except PackageNotFoundError:  # runs from its sources
    USER_AGENT = "service-core"


class RemainingTime(Mapping[str, float]):
    """Time limits of a call's phases for the transport of httpx: each phase may take the remaining time.

    Fixed limits would add up: a slow connection would double the time of a slow answer.
    """

    _PHASES = ("connect", "pool", "write", "read")
    # A limit of 0 means no wait to some sockets, and no limit to others.
    _LEAST = 0.001

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """True if no time remains."""
        return time.monotonic() > self._end

    def __getitem__(self, phase: str) -> float:
        if phase not in self._PHASES:
            raise KeyError(phase)
        return max(self._end - time.monotonic(), self._LEAST)

    def __iter__(self) -> Iterator[str]:
        return iter(self._PHASES)

    def __len__(self) -> int:
        return len(self._PHASES)


@contextmanager
def failures(settings: Settings, is_closed: Callable[[], bool]) -> Iterator[None]:
    """Convert failures of a call to errors for its caller.

    Raises:
        ServiceError: no answer, no complete answer in time, or a closed database.
    """
    if is_closed():
        raise _closed(settings)
    try:
        yield
    except (TimeoutError, httpx.TimeoutException) as error:
        raise timed_out(settings) from error
    except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL) as error:
        reason = str(error) or type(error).__name__
        raise ServiceError(f"no answer from {settings.url}: {reason}") from error
    except RuntimeError as error:
        # Another thread or task closed the database.
        if is_closed():
            raise _closed(settings) from error
        raise


def timed_out(settings: Settings) -> ServiceError:
    """Return the error of a call that exceeded its time limit."""
    return ServiceError(f"no complete answer from {settings.url} within {settings.timeout:g} s")


def _closed(settings: Settings) -> ServiceError:
    return ServiceError(f"the connection to database {settings.database_id!r} is closed")
