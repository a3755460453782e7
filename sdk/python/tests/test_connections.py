"""Connections: threads, tasks, the pool, time limits and closing, over sockets."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import httpx
import pytest

from service_core.sdk import AsyncDatabase, Database, ServiceError, connect
from support import RESULT, Server, serve


@pytest.fixture
def server() -> Iterator[Server]:
    with serve() as running:
        yield running


def test_one_connection_serves_one_question_after_another(server: Server) -> None:
    with connect("db", url=server.url) as db:
        assert [db.retrieve(str(n)).answer for n in range(5)] == [str(n) for n in range(5)]
    assert (server.requests, len(server.connections)) == (5, 1)


def test_threads_share_a_database(server: Server) -> None:
    questions = [f"question {n}" for n in range(200)]
    with connect("db", url=server.url) as db, ThreadPoolExecutor(16) as pool:
        assert list(pool.map(lambda question: db.retrieve(question).answer, questions)) == questions
    assert server.requests == 200
    assert len(server.connections) <= 16


def test_threads_ask_at_the_same_time(server: Server) -> None:
    server.release.clear()
    with connect("db", url=server.url) as db, ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(db.retrieve, str(n)) for n in range(8)]
        for _ in asked:
            assert server.arrived.acquire(timeout=10)
        assert not any(call.done() for call in asked)
        server.release.set()
        assert [call.result().answer for call in asked] == [str(n) for n in range(8)]


def test_tasks_share_a_database(server: Server) -> None:
    async def main() -> list[str | None]:
        async with AsyncDatabase("db", url=server.url) as db:
            first = [await db.aretrieve("0"), await db.aretrieve("1")]
            assert len(server.connections) == 1
            rest = await asyncio.gather(*(db.aretrieve(str(n)) for n in range(2, 20)))
            return [result.answer for result in [*first, *rest]]

    assert asyncio.run(main()) == [str(n) for n in range(20)]


def test_leaving_the_block_closes_the_connections(server: Server) -> None:
    db = connect("db", url=server.url)
    with db as entered:
        assert entered is db
        db.retrieve("first")
    with pytest.raises(ServiceError, match="closed") as caught:
        db.retrieve("second")
    assert caught.value.status_code is None
    db.close()
    assert server.requests == 1


def test_leaving_the_block_closes_the_connections_of_tasks(server: Server) -> None:
    async def main() -> None:
        db = AsyncDatabase("db", url=server.url)
        async with db as entered:
            assert entered is db
            await db.aretrieve("first")
        with pytest.raises(ServiceError, match="closed"):
            await db.aretrieve("second")
        await db.aclose()

    asyncio.run(main())
    assert server.requests == 1


def test_a_database_that_is_closed_meanwhile_fails_with_a_service_error(server: Server) -> None:
    server.release.clear()
    db = connect("db", url=server.url, timeout=5)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(db.retrieve, "first")
        assert server.arrived.acquire(timeout=10)
        db.close()
        server.release.set()
        # What was under way may still end well, or fail; no other error may come out.
        error = asked.exception()
        assert error is None or isinstance(error, ServiceError)


def test_a_server_that_does_not_answer_is_left(server: Server) -> None:
    server.release.clear()
    with connect("db", url=server.url, timeout=0.2) as db:
        began = time.monotonic()
        with pytest.raises(ServiceError, match=r"within 0\.2 s") as caught:
            db.retrieve("first")
        assert time.monotonic() - began < 5
        assert caught.value.status_code is None
        server.release.set()
        assert db.retrieve("second").answer == "second"


def test_the_time_limit_is_of_the_whole_call(server: Server) -> None:
    server.drip = True
    began = time.monotonic()
    with connect("db", url=server.url, timeout=0.3) as db, pytest.raises(ServiceError, match=r"within 0\.3 s"):
        db.retrieve("first")

    async def main() -> None:
        async with AsyncDatabase("db", url=server.url, timeout=0.3) as db:
            with pytest.raises(ServiceError, match=r"within 0\.3 s"):
                await db.aretrieve("first")

    asyncio.run(main())
    assert time.monotonic() - began < 8


@pytest.mark.parametrize(
    "start", [b"", b"HTTP/1.1 200 OK\r\nX-Slow: ", b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"]
)
def test_a_server_that_sends_byte_by_byte_is_left_in_time(start: bytes) -> None:
    stopped = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def drip() -> None:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                connection.recv(65536)
                connection.sendall(start)
                while not stopped.wait(0.02):
                    connection.sendall(b" " if start.endswith(b"\r\n\r\n") else b"x" if start else b"\r\n")

        thread = threading.Thread(target=drip)
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        began = time.monotonic()
        with Database("db", url=url, timeout=0.4) as db, pytest.raises(ServiceError):
            db.retrieve("first")
        took = time.monotonic() - began
        stopped.set()
        thread.join()
    assert took < 1


def test_a_handshake_that_never_ends_is_left_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"https://127.0.0.1:{listener.getsockname()[1]}"
        began = time.monotonic()
        with Database("db", url=url, timeout=0.3) as db, pytest.raises(ServiceError, match=r"within 0\.3 s"):
            db.retrieve("first")
        assert time.monotonic() - began < 10


def test_a_proxy_of_the_environment_is_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", server.url)
    with Database("db", url="http://service.invalid") as db:
        assert db.retrieve("by proxy").answer == "by proxy"
    monkeypatch.setenv("NO_PROXY", "service.invalid")
    with Database("db", url="http://service.invalid") as db, pytest.raises(ServiceError, match="no answer from"):
        db.retrieve("direct")
    assert server.requests == 1


def test_the_phases_of_a_call_share_its_time() -> None:
    left: list[float] = []

    def respond(request: httpx.Request) -> httpx.Response:
        limits = request.extensions["timeout"]
        left.append(limits["connect"])
        time.sleep(0.05)
        left.append(limits["read"])
        time.sleep(0.2)
        left.append(limits.get("read"))
        return httpx.Response(200, json=RESULT)

    with Database("db", timeout=0.2, transport=httpx.MockTransport(respond)) as db, pytest.raises(ServiceError):
        db.retrieve("first")
    assert 0.2 >= left[0] >= left[1] + 0.05
    assert 0 < left[2] < 0.01


def test_nobody_listening_is_an_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with connect("db", url=url) as db, pytest.raises(ServiceError, match="no answer from") as caught:
            db.retrieve("first")
    assert (caught.value.status_code, caught.value.body) == (None, None)


@pytest.mark.parametrize(
    "content", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}", b"HTTP/1.1 200"]
)
def test_what_is_no_http_is_an_error(content: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(content)
                connection.shutdown(socket.SHUT_WR)
                connection.recv(1)

        thread = threading.Thread(target=answer)
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with Database("db", url=url, timeout=10) as db, pytest.raises(ServiceError, match="no answer from"):
            db.retrieve("first")
        thread.join()


def test_a_cancelled_task_is_cancelled(server: Server) -> None:
    server.release.clear()

    async def main() -> None:
        async with AsyncDatabase("db", url=server.url) as db:
            task = asyncio.create_task(db.aretrieve("first"))
            await asyncio.to_thread(server.arrived.acquire, timeout=10)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(main())
