"""The synchronous client (service specification, section 4.9)."""

from types import TracebackType
from typing import Self

import httpx

from ._answer import read_answer
from ._request import write_headers, write_question
from ._settings import DEFAULT_TIMEOUT, read_settings
from ._transport import LIMITS, USER_AGENT, RemainingTime, closed, not_reached, timed_out
from ._types import Module, RetrievalResult, Trace


class Database:
    """A database of the service, to be asked from any number of threads.

    It holds a pool of connections: make one and keep it. Close it with `close()`, or use it in a `with` statement.

        with Database("default") as db:
            print(db.retrieve("Who sails the Aurora?").answer)
    """

    def __init__(
        self,
        database_id: str,
        *,
        api_key: str | None = None,
        url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Check the settings; nothing is sent before the first question.

        Args:
            database_id: the database's name at the service.
            api_key: sent as a bearer token; by default the environment's SERVICE_API_KEY, and none where that is unset.
            url: the service's address; by default the environment's SERVICE_PLATFORM_URL, or http://127.0.0.1:8080.
            timeout: seconds that a whole call may take.
            transport: an httpx transport to use in place of the usual one, for certificates or proxies of one's own.

        Raises:
            TypeError: an argument is of another type.
            ValueError: an argument, or the environment's variable in its place, is not what it has to be.
        """
        self._settings = read_settings(database_id, api_key, url, timeout)
        self._client = httpx.Client(
            headers=write_headers(self._settings, USER_AGENT),
            timeout=self._settings.timeout,
            limits=LIMITS,
            transport=transport,
        )

    @property
    def database_id(self) -> str:
        """The database's name at the service."""
        return self._settings.database_id

    @property
    def url(self) -> str:
        """The service's address, without a slash at its end."""
        return self._settings.url

    def retrieve(self, question: str, *, module: Module | None = None, trace: Trace = "summary") -> RetrievalResult:
        """Ask a question in words.

        Args:
            question: what a person would ask; the service may put it in other words for itself.
            module: how to retrieve, for this call only; left out, the database's own way.
            trace: `full` for a trajectory with the whole results of its steps.

        Returns:
            The answer, which is None where none was found, and what it rests on.

        Raises:
            TypeError: the question is no string.
            ValueError: the question is empty, or there is no such module or trace. Nothing has been sent.
            AuthError: the API key is missing, invalid or revoked.
            RateLimitError: the quota is exhausted.
            ServiceError: anything else that went wrong, a closed database among it.
        """
        content = write_question(question, module, trace)
        if self._client.is_closed:
            raise closed(self._settings)
        remaining = RemainingTime(self._settings.timeout)
        url, extensions = self._settings.retrieve_url, {"timeout": remaining}
        try:
            with self._client.stream("POST", url, content=content, extensions=extensions) as response:
                body = bytearray()
                # A limit is of the wait for each part; a server that sends little by little is limited here.
                for part in response.iter_bytes():
                    body += part
                    if remaining.is_over:
                        raise timed_out(self._settings)
                status, headers = response.status_code, response.headers
        except httpx.TimeoutException as error:
            raise timed_out(self._settings) from error
        except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL) as error:
            raise not_reached(self._settings, error) from error
        except RuntimeError as error:
            # Another thread has closed it meanwhile.
            if self._client.is_closed:
                raise closed(self._settings) from error
            raise
        return read_answer(status, headers, bytes(body))

    def close(self) -> None:
        """Close all connections. Once closed it cannot be used any more; closing it again does nothing."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Database({self.database_id!r}, url={self.url!r})"


def connect(
    database_id: str, *, api_key: str | None = None, url: str | None = None, timeout: float = DEFAULT_TIMEOUT
) -> Database:
    """Make a `Database`; its arguments, defaults and errors are those of the class.

    with connect("default", api_key="…", url="https://staging.example.org") as db:
        result = db.retrieve("Which ships are in Lisbon?", module="owl")
    """
    return Database(database_id, api_key=api_key, url=url, timeout=timeout)
