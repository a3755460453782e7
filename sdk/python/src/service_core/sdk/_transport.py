"""What both databases have in common beneath their calls: connections, time limits, and failures in between."""

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
