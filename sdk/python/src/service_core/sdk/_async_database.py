"""The asynchronous client (service specification, section 4.9)."""

from types import TracebackType
from typing import Self

import anyio
import httpx

from ._answer import read_answer
from ._request import write_headers, write_question
from ._settings import DEFAULT_TIMEOUT, read_settings
from ._transport import LIMITS, USER_AGENT, closed, not_reached, timed_out
from ._types import Module, RetrievalResult, Trace


class AsyncDatabase:
    """A database of the service, to be asked by any number of tasks of one event loop.

        async with AsyncDatabase("default") as db:
            result = await db.aretrieve("Who sails the Aurora?")

    A task that is cancelled leaves its connection, and the service ends its work.
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
        """Check the settings; arguments, defaults and errors are those of `Database`."""
        self._settings = read_settings(database_id, api_key, url, timeout)
        self._client = httpx.AsyncClient(
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

    async def aretrieve(
        self, question: str, *, module: Module | None = None, trace: Trace = "summary"
    ) -> RetrievalResult:
        """Ask a question in words; arguments, result and errors are those of `Database.retrieve`."""
        content = write_question(question, module, trace)
        if self._client.is_closed:
            raise closed(self._settings)
        try:
            with anyio.fail_after(self._settings.timeout):
                response = await self._client.post(self._settings.retrieve_url, content=content)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise timed_out(self._settings) from error
        except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL) as error:
            raise not_reached(self._settings, error) from error
        except RuntimeError as error:
            # Another task has closed it meanwhile.
            if self._client.is_closed:
                raise closed(self._settings) from error
            raise
        return read_answer(response.status_code, response.headers, response.content)

    async def aclose(self) -> None:
        """Close all connections. Once closed it cannot be used any more; closing it again does nothing."""
        await self._client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"AsyncDatabase({self.database_id!r}, url={self.url!r})"
