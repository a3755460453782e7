"""Service with scripted answers, in this process or over a socket."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

from service_core.sdk import AsyncDatabase, Database, RetrievalResult

RESULT: dict[str, Any] = {
    "answer": "Rotterdam",
    "passages": [{"source": "ports.md", "text": "Rotterdam is a port.", "chunk_index": 0, "score": 2}],
    "trajectory": [{"tool": "search", "arguments": {"text": "port"}, "result_summary": "1 passage"}],
    "cost_usd": 0.25,
    "loops": 2,
    "module_used": "owl",
    "metadata": {"model": None},
}

Respond = Callable[[httpx.Request], httpx.Response]


def answering(body: object = RESULT, status: int = 200, headers: dict[str, str] | None = None) -> Respond:
    """Returns a handler with one answer: bytes and text as they are, anything else as JSON."""
    content = body if isinstance(body, bytes | str) else json.dumps(body)
    return lambda request: httpx.Response(status, headers=headers, content=content)


def ask(respond: Respond, kind: str = "sync", **arguments: Any) -> RetrievalResult:
    """Ask a service in this process one question, through one of the clients."""
    transport = httpx.MockTransport(respond)
    if kind == "sync":
        with Database("db", transport=transport) as db:
            return db.retrieve("Where?", **arguments)

    async def aretrieve() -> RetrievalResult:
        async with AsyncDatabase("db", transport=transport) as db:
            return await db.aretrieve("Where?", **arguments)

    return asyncio.run(aretrieve())


class Server:
    """Service over a socket. Counts connections and requests, and answers when released."""

    def __init__(self) -> None:
        self.connections: set[Any] = set()
        self.requests = 0
        self.release = threading.Event()
        """Holds back the answers until it is set."""
        self.arrived = threading.Semaphore(0)
        """Released once per request."""
        self.release.set()
        self.url = ""
        self.drip = False
        """True for an endless answer, sent byte by byte."""


@contextmanager
def serve() -> Iterator[Server]:
    server = Server()
    stopped = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["question"]
            server.connections.add(self.client_address)
            server.requests += 1
            server.arrived.release()
            server.release.wait(10)
            content = json.dumps({**RESULT, "answer": question}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(10**6 if server.drip else len(content)))
            self.end_headers()
            with suppress(OSError):  # the client may have left
                while server.drip and not stopped.wait(0.02):
                    self.wfile.write(b" ")
                self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - named so by the base class
            pass

    class Listener(ThreadingHTTPServer):
        # The default of 5 pending connections is fewer than a test opens at once; the kernel resets the rest.
        request_queue_size = 128

    http = Listener(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    http.block_on_close = False
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    server.url = f"http://127.0.0.1:{http.server_port}"
    try:
        yield server
    finally:
        server.release.set()
        stopped.set()
        http.shutdown()
        thread.join()
        http.server_close()
