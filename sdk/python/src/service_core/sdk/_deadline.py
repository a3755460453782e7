"""Connections of the synchronous client, with a deadline for the whole call.

HTTP libraries limit each wait for a part of an answer. A server that sends a byte now and then, of its head or its
body, would never reach that limit. Here each wait is limited by the remaining time of the call. Resolution of host
names by the system has no limit.
"""

import socket
import ssl
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import cast
from urllib.request import getproxies, proxy_bypass

import httpcore
import httpx

from ._transport import CONNECTIONS, KEEP_ALIVE_SECONDS, KEPT_CONNECTIONS, RemainingTime

_call: ContextVar[RemainingTime | None] = ContextVar("service_core_call", default=None)
# The time limit holds for each part: a peer may read the question byte by byte.
_WRITTEN_AT_ONCE = 4096


@contextmanager
def call_within(remaining: RemainingTime) -> Iterator[None]:
    """Limit all waits of this thread's connections by the remaining time of a call."""
    token = _call.set(remaining)
    try:
        yield
    finally:
        _call.reset(token)


def _left(timeout: float | None, over: type[httpcore.TimeoutException]) -> float | None:
    remaining = _call.get()
    if remaining is None:
        return timeout
    if remaining.is_over:
        raise over("the time limit of the call is reached")
    return remaining["read"] if timeout is None else min(timeout, remaining["read"])


class _Stream(httpcore.NetworkStream):
    """Network stream with limited waits."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _WRITTEN_AT_ONCE):
            part = buffer[start : start + _WRITTEN_AT_ONCE]
            self._stream.write(part, _left(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        within = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, within))

    def get_extra_info(self, info: str) -> object:
        return self._stream.get_extra_info(info)


class _Backend(httpcore.NetworkBackend):
    """Opens connections. The addresses of a name are tried in turn, within the time limit of the call."""

    def __init__(self) -> None:
        self._backend = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in dict.fromkeys(str(info[4][0]) for info in found):
            within = _left(timeout, httpcore.ConnectTimeout)
            try:
                return _Stream(self._backend.connect_tcp(address, port, within, local_address, socket_options))
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


class DeadlineTransport(httpx.BaseTransport):
    """Pool of connections to one service. Uses the proxies of the environment."""

    def __init__(self, url: str) -> None:
        self._pool = _make_pool(httpx.URL(url))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request. The time limit of the call includes the body of the answer."""
        url = request.url
        target = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        with _as_httpx(request):
            response = self._pool.handle_request(
                httpcore.Request(
                    method=request.method,
                    url=target,
                    headers=request.headers.raw,
                    content=cast(httpx.SyncByteStream, request.stream),
                    extensions=request.extensions,
                )
            )
        return httpx.Response(
            response.status, headers=response.headers, stream=_Body(response, request), extensions=response.extensions
        )

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response, request: httpx.Request) -> None:
        self._response = response
        self._request = request

    def __iter__(self) -> Iterator[bytes]:
        with _as_httpx(self._request):
            yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


@contextmanager
def _as_httpx(request: httpx.Request) -> Generator[None]:
    """Convert failures of the connection to those of httpx."""
    try:
        yield
    except httpcore.TimeoutException as error:
        raise httpx.ReadTimeout(str(error), request=request) from error
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.ProxyError, httpcore.UnsupportedProtocol) as error:
        raise httpx.TransportError(str(error) or type(error).__name__, request=request) from error


def _make_pool(url: httpx.URL) -> httpcore.ConnectionPool:
    address = _proxy_of(url)
    context = httpx.create_ssl_context()
    backend = _Backend()
    if address is None:
        return httpcore.ConnectionPool(
            ssl_context=context,
            max_connections=CONNECTIONS,
            max_keepalive_connections=KEPT_CONNECTIONS,
            keepalive_expiry=KEEP_ALIVE_SECONDS,
            network_backend=backend,
        )
    proxy = httpx.Proxy(address)
    kind = httpcore.SOCKSProxy if proxy.url.scheme.startswith("socks") else httpcore.HTTPProxy
    return kind(
        proxy_url=httpcore.URL(
            scheme=proxy.url.raw_scheme, host=proxy.url.raw_host, port=proxy.url.port, target=proxy.url.raw_path
        ),
        proxy_auth=proxy.raw_auth,
        ssl_context=context,
        max_connections=CONNECTIONS,
        max_keepalive_connections=KEPT_CONNECTIONS,
        keepalive_expiry=KEEP_ALIVE_SECONDS,
        network_backend=backend,
    )


def _proxy_of(url: httpx.URL) -> str | None:
    """Return the proxy of an address (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY), or None if NO_PROXY excludes it."""
    proxies = getproxies()
    address = proxies.get(url.scheme) or proxies.get("all")
    if not address or proxy_bypass(url.host):
        return None
    return address if "://" in address else f"http://{address}"
