"""The synchronous client (service specification, section 4.9)."""

from types import TracebackType
from typing import Self

import httpx

from ._answer import read_answer
from ._base import Client
from ._deadline import DeadlineTransport, call_within
from ._request import write_question
from ._settings import DEFAULT_TIMEOUT
from ._transport import RemainingTime, failures, timed_out
from ._types import Module, RetrievalResult, Trace


class Database(Client):
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
            timeout: seconds that a whole call may take, however slowly the service sends.
            transport: an httpx transport to use in place of the usual one, for certificates or proxies of one's own.

        Raises:
            TypeError: an argument is of another type.
            ValueError: an argument, or the environment's variable in its place, is not what it has to be.
        """
        super().__init__(database_id, api_key, url, timeout)
        self._client = httpx.Client(
            headers=self._headers,
            timeout=self._settings.timeout,
            transport=DeadlineTransport(self._settings.url) if transport is None else transport,
        )

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
        remaining = RemainingTime(self._settings.timeout)
        url, extensions = self._settings.retrieve_url, {"timeout": remaining}
        with (
            failures(self._settings, lambda: self._client.is_closed),
            call_within(remaining),
            self._client.stream("POST", url, content=content, extensions=extensions) as response,
        ):
            body = bytearray()
            # A transport of one's own may limit the wait for each part alone.
            for part in response.iter_bytes():
                body += part
                if remaining.is_over:
                    raise timed_out(self._settings)
            status, headers = response.status_code, response.headers
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


def connect(
    database_id: str, *, api_key: str | None = None, url: str | None = None, timeout: float = DEFAULT_TIMEOUT
) -> Database:
    """Make a `Database`; its arguments, defaults and errors are those of the class.

    with connect("default", api_key="…", url="https://staging.example.org") as db:
        result = db.retrieve("Which ships are in Lisbon?", module="owl")
    """
    return Database(database_id, api_key=api_key, url=url, timeout=timeout)
