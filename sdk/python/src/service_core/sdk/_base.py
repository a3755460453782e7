"""Base class of both clients: settings and representation."""

from ._request import write_headers
from ._settings import Settings, read_settings
from ._transport import USER_AGENT


class Client:
    """Database of the service with its checked settings."""

    def __init__(self, database_id: str, api_key: str | None, url: str | None, timeout: float) -> None:
        self._settings: Settings = read_settings(database_id, api_key, url, timeout)
        self._headers = write_headers(self._settings, USER_AGENT)

    @property
    def database_id(self) -> str:
        """Name of the database at the service."""
        return self._settings.database_id

    @property
    def url(self) -> str:
        """Address of the service, without a trailing slash."""
        return self._settings.url

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.database_id!r}, url={self.url!r})"
