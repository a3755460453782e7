"""What both databases have in common beneath their calls: connections, time limits, and failures in between."""

import time
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version

import httpx

from ._errors import ServiceError
from ._settings import Settings

# Shorter than servers keep an idle connection (5 s is usual): one that the server is just closing is not used again.
_KEEP_ALIVE_SECONDS = 4.0
LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=_KEEP_ALIVE_SECONDS)

try:
    USER_AGENT = f"service-core/{version('service-core')}"
except PackageNotFoundError:  # it runs from its sources, not installed
    USER_AGENT = "service-core"


class RemainingTime(Mapping[str, float]):
    """Time limits of a call's phases, as httpx hands them to its transport: each may take what the others have left.

    With fixed limits the phases' times would add up, and a slow connection double the time of a slow answer.
    """

    _PHASES = ("connect", "pool", "write", "read")
    # A limit of nothing would mean to some sockets that they must not wait, and to others that they may for ever.
    _LEAST = 0.001

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether all of it is used up."""
        return time.monotonic() > self._end

    def __getitem__(self, phase: str) -> float:
        if phase not in self._PHASES:
            raise KeyError(phase)
        return max(self._end - time.monotonic(), self._LEAST)

    def __iter__(self) -> Iterator[str]:
        return iter(self._PHASES)

    def __len__(self) -> int:
        return len(self._PHASES)


def timed_out(settings: Settings) -> ServiceError:
    """Make the error of a call that took longer than it may."""
    return ServiceError(f"no whole answer from {settings.url} within {settings.timeout:g} s")


def not_reached(settings: Settings, error: Exception) -> ServiceError:
    """Make the error of a call that ended without an answer."""
    reason = str(error) or type(error).__name__
    return ServiceError(f"no answer from {settings.url}: {reason}")


def closed(settings: Settings) -> ServiceError:
    """Make the error of a call of a database that is closed."""
    return ServiceError(f"the connection to database {settings.database_id!r} is closed")
