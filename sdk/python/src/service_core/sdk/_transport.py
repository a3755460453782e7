"""What both databases have in common beneath their calls: connections, time limits, and failures in between."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version

import httpx

from ._errors import ServiceError
from ._settings import Settings

# Shorter than servers keep an idle connection (5 s is usual): one that the server is just closing is not used again.
KEEP_ALIVE_SECONDS = 4.0
CONNECTIONS = 100
KEPT_CONNECTIONS = 20

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


@contextmanager
def failures(settings: Settings, is_closed: Callable[[], bool]) -> Iterator[None]:
    """Make a call's failures in between the errors that a caller is told.

    Raises:
        ServiceError: there was no answer, or no whole one in time, or the database is or has been closed.
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
        # Another thread or task has closed it meanwhile.
        if is_closed():
            raise _closed(settings) from error
        raise


def timed_out(settings: Settings) -> ServiceError:
    """Make the error of a call that took longer than it may."""
    return ServiceError(f"no complete answer from {settings.url} within {settings.timeout:g} s")


def _closed(settings: Settings) -> ServiceError:
    return ServiceError(f"the connection to database {settings.database_id!r} is closed")
