"""Settings of a database: arguments, then the environment (service specification, section 5)."""

import math
import os
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

DEFAULT_URL = "http://127.0.0.1:8080"
"""Address of a local service with default settings."""
DEFAULT_TIMEOUT = 120.0

KEY_VARIABLE = "SERVICE_API_KEY"
URL_VARIABLE = "SERVICE_PLATFORM_URL"


@dataclass(frozen=True)
class Settings:
    """Checked settings of one database."""

    database_id: str
    url: str
    """Without a trailing slash."""
    timeout: float
    """Seconds."""
    api_key: str | None = field(default=None, repr=False)

    @property
    def retrieve_url(self) -> str:
        """Address of the retrieve endpoint."""
        return f"{self.url}/api/v1/databases/{quote(self.database_id, safe='')}/retrieve"


def read_settings(database_id: str, api_key: str | None, url: str | None, timeout: float) -> Settings:
    """Check the arguments and replace missing ones by the environment. An empty variable counts as unset.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the database id is empty, the key cannot be sent in a header, the URL is not an HTTP address,
            or the timeout is not a positive, finite number.
    """
    return Settings(
        database_id=_read_database_id(database_id),
        url=_read_url(url),
        timeout=_read_timeout(timeout),
        api_key=_read_key(api_key),
    )


def _read_database_id(database_id: object) -> str:
    if not isinstance(database_id, str):
        raise TypeError(f"database_id must be a string, not {type(database_id).__name__}")
    if not database_id.strip():
        raise ValueError("database_id is empty")
    if database_id in (".", ".."):
        raise ValueError(f"database_id cannot be {database_id!r}: it is part of a path")
    if not _is_text(database_id):
        raise ValueError("database_id contains an unpaired surrogate")
    return database_id


def _read_key(argument: object) -> str | None:
    if argument is not None and not isinstance(argument, str):
        raise TypeError(f"api_key must be a string, not {type(argument).__name__}")
    if argument is None:
        name, value = f"environment variable {KEY_VARIABLE}", os.environ.get(KEY_VARIABLE, "").strip()
        if not value:
            return None
    else:
        name, value = "api_key", argument.strip()
        if not value:
            raise ValueError("api_key is empty; omit it to send none")
    if not all("!" <= character <= "~" for character in value):
        raise ValueError(f"{name} contains a character other than visible ASCII")
    return value


def _read_url(argument: object) -> str:
    if argument is not None and not isinstance(argument, str):
        raise TypeError(f"url must be a string, not {type(argument).__name__}")
    name = "url" if argument is not None else f"environment variable {URL_VARIABLE}"
    value = argument if argument is not None else os.environ.get(URL_VARIABLE, "")
    value = value.strip()
    if argument is None and not value:
        return DEFAULT_URL
    expected = f"an address such as {DEFAULT_URL}"
    try:
        parts = urlsplit(value)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        valid = False
    if not valid or any(character.isspace() for character in value) or not _is_text(value):
        raise ValueError(f"{name} must be {expected}, not {value!r}")
    if parts.username is not None or parts.password is not None:
        raise ValueError(f"{name} contains credentials; pass the key as api_key or {KEY_VARIABLE}")
    if parts.query or parts.fragment or value.endswith(("?", "#")):
        raise ValueError(f"{name} must be {expected}, without a query or a fragment")
    return value.rstrip("/")


def _read_timeout(timeout: object) -> float:
    if isinstance(timeout, bool) or not isinstance(timeout, int | float):
        raise TypeError(f"timeout must be a number of seconds, not {type(timeout).__name__}")
    try:
        seconds = float(timeout)
    except OverflowError:
        seconds = math.inf
    if not 0 < seconds < math.inf:
        raise ValueError(f"timeout must be a positive, finite number of seconds, not {timeout}")
    return seconds


def _is_text(value: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in value)
