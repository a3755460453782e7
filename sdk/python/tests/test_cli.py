"""The console script `service`."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from service_core import cli
from service_core.sdk import Database, Passage, RetrievalResult, TrajectoryStep
from support import RESULT, Respond, Server, answering, serve


@pytest.fixture
def server() -> Iterator[Server]:
    with serve() as running:
        yield running


def run(
    monkeypatch: pytest.MonkeyPatch, respond: Respond, *arguments: str
) -> tuple[int, list[httpx.Request], list[dict[str, Any]]]:
    """Run the command against a service in this process: exit code, requests, and arguments of `connect`."""
    requests: list[httpx.Request] = []
    settings: list[dict[str, Any]] = []

    def record(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return respond(request)

    def connect(database_id: str, **given: Any) -> Database:
        settings.append({"database_id": database_id, **given})
        return Database(database_id, **given, transport=httpx.MockTransport(record))

    monkeypatch.setattr(cli, "connect", connect)
    return cli.main(["retrieve", *arguments]), requests, settings


def test_a_result_is_readable(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _ = run(monkeypatch, answering(), "db", "Where?")
    assert code == 0
    assert capsys.readouterr().out.splitlines() == [
        "Rotterdam",
        "",
        "Passages",
        "  [1] ports.md #0 (2)",
        "      Rotterdam is a port.",
        "",
        "Steps",
        '  1. search(text="port")',
        "     1 passage",
        "",
        "owl · 2 loops · $0.2500",
    ]


def test_every_option_has_its_argument(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, requests, settings = run(
        monkeypatch,
        answering(),
        *("a db", "Where?", "--module", "aragog", "--trace", "full", "--json", "--timeout", "2.5"),
        *("--url", "http://example.org", "--api-key", "key"),
    )
    assert code == 0
    assert settings == [{"database_id": "a db", "api_key": "key", "url": "http://example.org", "timeout": 2.5}]
    assert json.loads(requests[0].content) == {"question": "Where?", "module": "aragog", "trace": "full"}
    expected = {**RESULT, "passages": [{**RESULT["passages"][0], "score": 2.0}]}
    assert json.loads(capsys.readouterr().out) == expected


def test_a_question_may_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("What is\nthis?"))
    _, requests, _ = run(monkeypatch, answering(), "db", "-")
    assert json.loads(requests[0].content)["question"] == "What is\nthis?"


def test_an_unknown_answer_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    body = {**RESULT, "answer": None, "passages": [], "trajectory": [], "loops": 1}
    code, _, _ = run(monkeypatch, answering(body), "db", "Where?")
    assert code == 0
    assert capsys.readouterr().out == "(no answer found)\n\nowl · 1 loop · $0.2500\n"


@pytest.mark.parametrize(
    ("status", "headers", "code", "message"),
    [
        (401, {}, 3, "service: the service answered 401: No.\n"),
        (403, {}, 3, "service: the service answered 403: No.\n"),
        (429, {"Retry-After": "30"}, 4, "service: the service answered 429: No. (retry after 30 s)\n"),
        (429, {}, 4, "service: the service answered 429: No.\n"),
        (404, {}, 1, "service: the service answered 404: No.\n"),
        (500, {}, 1, "service: the service answered 500: No.\n"),
    ],
)
def test_failures_have_exit_codes(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    status: int,
    headers: dict[str, str],
    code: int,
    message: str,
) -> None:
    respond = answering({"errors": [{"message": "No."}]}, status, headers)
    assert run(monkeypatch, respond, "db", "Where?")[0] == code
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", message)


@pytest.mark.parametrize(
    "arguments",
    [["", "Where?"], ["db", " "], ["db", "Where?", "--url", "nowhere"], ["db", "Where?", "--timeout", "-1"]],
)
def test_wrong_values_are_errors_of_usage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    code, requests, _ = run(monkeypatch, answering(), *arguments)
    assert (code, requests) == (2, [])
    assert re.fullmatch(r"service: [^\n]+\n", capsys.readouterr().err)


@pytest.mark.parametrize(
    "arguments", [[], ["retrieve"], ["retrieve", "db"], ["retrieve", "db", "Where?", "--module", "owls"], ["chat"]]
)
def test_wrong_commands_are_errors_of_usage(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == 2
    assert "usage: service" in capsys.readouterr().err


def test_long_lines_are_wrapped_and_control_characters_left_out() -> None:
    result = RetrievalResult(
        answer="\x1b[31mred\x1b[0m\nand more",
        passages=[Passage("a\x07.md", "word " * 40)],
        trajectory=[TrajectoryStep("find", {"text": "ü\x1b" * 30, "limit": 5})],
        cost_usd=0.0,
        loops=0,
        module_used="naive",
        metadata={},
    )
    text = cli.render(result, width=60)
    assert text.startswith("[31mred[0m\nand more\n\nPassages\n  [1] a.md\n      word word")
    assert all(len(line) <= 60 or "u001b" in line for line in text.splitlines())
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text)


@pytest.mark.parametrize("command", [["-m", "service_core"], ["-c", "from service_core.cli import main; exit(main())"]])
def test_it_runs_as_a_program(server: Server, command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *command, "retrieve", "db", "Wo läuft sie?", "--url", server.url],
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    # What the terminal cannot show is replaced.
    assert done.stdout.startswith(b"Wo l?uft sie?\n\nPassages\n")


def test_a_reader_that_leaves_is_no_failure(server: Server) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "service_core", "retrieve", "db", "-", "--url", server.url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"long " * 50_000)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 0
