"""Synchronous client (service specification, section 4.9)."""

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
    """Database of the service, for any number of threads.

    It has a pool of connections, so create it once. Close it with `close()` or a `with` statement.

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
        """Check the settings. Sends nothing.

        Args:
            database_id: name of the database at the service.
            api_key: bearer token; default: the environment variable SERVICE_API_KEY, and none if it is unset.
            url: address of the service; default: SERVICE_PLATFORM_URL, or http://127.0.0.1:8080 if it is unset.
            timeout: time limit of a call in seconds, including the answer's body.
            transport: httpx transport that replaces the default one, for your own certificates or proxies.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: an argument, or the environment variable in its place, is invalid.
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
            question: question as a person would ask it; the service may rephrase it.
            module: retrieval module for this call; default: the database's own.
            trace: `full` returns the complete results of the trajectory's steps.

        Returns:
            The answer, None if the service found none, and its evidence.

        Raises:
            TypeError: the question is not a string.
            ValueError: the question is empty, or the module or trace is unknown. Nothing was sent.
            AuthError: the API key is missing, invalid or revoked.
            RateLimitError: the quota is exhausted.
            ServiceError: any other failure, including a closed database.
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
            # A transport of the caller may limit only the wait for each part.
            for part in response.iter_bytes():
                body += part
                if remaining.is_over:
                    raise timed_out(self._settings)
            status, headers = response.status_code, response.headers
        return read_answer(status, headers, bytes(body))

    def close(self) -> None:
        """Close all connections; further calls fail. Closing again does nothing."""
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
    """Create a `Database`, with the arguments, defaults and errors of its constructor.

    with connect("default", api_key="…", url="https://staging.example.org") as db:
        result = db.retrieve("Which ships are in Lisbon?", module="owl")
    """
    return Database(database_id, api_key=api_key, url=url, timeout=timeout)
