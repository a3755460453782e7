"""Asynchronous client (service specification, section 4.9)."""

from types import TracebackType
from typing import Self

import anyio
import httpx

from ._answer import read_answer
from ._base import Client
from ._request import write_question
from ._settings import DEFAULT_TIMEOUT
from ._transport import CONNECTIONS, KEEP_ALIVE_SECONDS, KEPT_CONNECTIONS, failures
from ._types import Module, RetrievalResult, Trace


class AsyncDatabase(Client):
    """Database of the service, for any number of tasks of one event loop.

        async with AsyncDatabase("default") as db:
            result = await db.aretrieve("Who sails the Aurora?")

    A cancelled task closes its connection, which ends the service's work.
    """

    def __init__(
        self,
        database_id: str,
        *,
        api_key: str | None = None,
        url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Check the settings; takes the arguments of `Database`, with its defaults and errors."""
        super().__init__(database_id, api_key, url, timeout)
        self._client = httpx.AsyncClient(
            headers=self._headers,
            timeout=self._settings.timeout,
            limits=httpx.Limits(
                max_connections=CONNECTIONS,
                max_keepalive_connections=KEPT_CONNECTIONS,
                keepalive_expiry=KEEP_ALIVE_SECONDS,
            ),
            transport=transport,
        )

    async def aretrieve(
        self, question: str, *, module: Module | None = None, trace: Trace = "summary"
    ) -> RetrievalResult:
        """Ask a question in words; see `Database.retrieve` for arguments, result and errors."""
        content = write_question(question, module, trace)
        with failures(self._settings, lambda: self._client.is_closed), anyio.fail_after(self._settings.timeout):
            response = await self._client.post(self._settings.retrieve_url, content=content)
        return read_answer(response.status_code, response.headers, response.content)

    async def aclose(self) -> None:
        """Close all connections; further calls fail. Closing again does nothing."""
        await self._client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()
