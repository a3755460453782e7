"""Requests and results of questions (service specification, sections 2.6 and 4.9)."""

import dataclasses
import json
from typing import Any

import httpx
import pytest

from service_core.sdk import Passage, RetrievalResult, ServiceError, TrajectoryStep
from support import RESULT, answering, ask

KINDS = ["sync", "async"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("arguments", "payload"),
    [
        ({}, {"question": "Where?", "trace": "summary"}),
        ({"module": None, "trace": "full"}, {"question": "Where?", "trace": "full"}),
        *(({"module": m}, {"question": "Where?", "module": m, "trace": "summary"}) for m in ("naive", "owl", "arag")),
        ({"module": "aragog"}, {"question": "Where?", "module": "aragog", "trace": "summary"}),
    ],
)
def test_a_question_is_sent_as_json(kind: str, arguments: dict[str, Any], payload: dict[str, str]) -> None:
    sent: list[object] = []

    def respond(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.content))
        return httpx.Response(200, json=RESULT)

    ask(respond, kind, **arguments)
    assert sent == [payload]


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_is_a_result(kind: str) -> None:
    assert ask(answering(), kind) == RetrievalResult(
        answer="Rotterdam",
        passages=[Passage(source="ports.md", text="Rotterdam is a port.", chunk_index=0, score=2.0)],
        trajectory=[TrajectoryStep(tool="search", arguments={"text": "port"}, result_summary="1 passage")],
        cost_usd=0.25,
        loops=2,
        module_used="owl",
        metadata={"model": None},
    )


def test_what_is_optional_may_be_missing_or_null() -> None:
    body = {
        **RESULT,
        "answer": None,
        "passages": [{"source": "a", "text": ""}, {"source": "a", "text": "b", "chunk_index": None, "score": None}],
        "trajectory": [{"tool": "search", "arguments": {}}],
        "cost_usd": 0,
    }
    result = ask(answering(body))
    assert result.answer is None
    assert result.passages == [Passage("a", ""), Passage("a", "b")]
    assert result.trajectory == [TrajectoryStep("search", {}, None)]
    assert isinstance(result.cost_usd, float)


def test_fields_of_later_services_are_passed_over() -> None:
    body = {
        **RESULT,
        "confidence": 0.5,
        "passages": [{**RESULT["passages"][0], "page": 3}],
        "trajectory": [{**RESULT["trajectory"][0], "seconds": 1}],
        "module_used": "a-later-module",
    }
    result = ask(answering(body))
    assert dataclasses.replace(result, module_used="owl") == ask(answering())


def test_results_are_frozen() -> None:
    result = ask(answering())
    for value, name in ((result, "answer"), (result.passages[0], "text"), (result.trajectory[0], "tool")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, "other")


def test_fields_are_those_of_the_specification() -> None:
    assert [f.name for f in dataclasses.fields(RetrievalResult)] == [
        *("answer", "passages", "trajectory", "cost_usd", "loops", "module_used", "metadata"),
    ]
    assert [f.name for f in dataclasses.fields(Passage)] == ["source", "text", "chunk_index", "score"]
    assert [f.name for f in dataclasses.fields(TrajectoryStep)] == ["tool", "arguments", "result_summary"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ([], "it is \\[\\]; expected an object"),
        ("null", "it is null; expected an object"),
        *(({k: v for k, v in RESULT.items() if k != name}, f"{name} is missing") for name in RESULT),
        ({**RESULT, "answer": 5}, "answer is 5; expected a string"),
        ({**RESULT, "passages": {}}, "passages is {}; expected an array"),
        ({**RESULT, "passages": ["text"]}, 'passages\\[0\\] is "text"; expected an object'),
        ({**RESULT, "passages": [*RESULT["passages"], {"source": "a"}]}, "passages\\[1\\].text is missing"),
        ({**RESULT, "passages": [{"source": None, "text": ""}]}, "passages\\[0\\].source is null"),
        (
            {**RESULT, "passages": [{"source": "", "text": "", "chunk_index": 1.5}]},
            "chunk_index is 1.5; expected an int",
        ),
        ({**RESULT, "passages": [{"source": "", "text": "", "score": "high"}]}, 'score is "high"; expected a number'),
        ({**RESULT, "trajectory": [{"tool": "a", "arguments": []}]}, "trajectory\\[0\\].arguments is \\[\\]"),
        ({**RESULT, "cost_usd": True}, "cost_usd is true; expected a number"),
        ({**RESULT, "cost_usd": 10**400}, "; expected a number"),
        ({**RESULT, "loops": True}, "loops is true; expected an integer"),
        ({**RESULT, "loops": "2"}, 'loops is "2"; expected an integer'),
        ({**RESULT, "metadata": None}, "metadata is null; expected an object"),
    ],
)
def test_an_answer_of_another_shape_is_an_error(kind: str, body: object, message: str) -> None:
    with pytest.raises(ServiceError, match=message) as caught:
        ask(answering(body), kind)
    assert caught.value.status_code == 200
    assert caught.value.body == (None if body == "null" else body)


@pytest.mark.parametrize(
    ("content", "body"),
    [
        (b"", None),
        (b"<html>busy</html>", "<html>busy</html>"),
        (b'{"answer": NaN}', '{"answer": NaN}'),
        (b"\xff\xfe\xfd", "\ufffd\ufffd\ufffd"),
        (b"[" * 100_000, "[" * 100_000),
    ],
)
def test_an_answer_that_is_not_json_is_an_error(content: bytes, body: str | None) -> None:
    with pytest.raises(ServiceError, match="not JSON") as caught:
        ask(answering(content))
    assert (caught.value.status_code, caught.value.body) == (200, body)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("question", "arguments", "error"),
    [
        ("", {}, ValueError),
        (" \n", {}, ValueError),
        (5, {}, TypeError),
        (None, {}, TypeError),
        ("Where?", {"module": "owls"}, ValueError),
        ("Where?", {"module": ""}, ValueError),
        ("Where?", {"module": ["owl"]}, ValueError),
        ("Where?", {"trace": "verbose"}, ValueError),
        ("Where?", {"trace": None}, ValueError),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_sent(
    kind: str, question: Any, arguments: dict[str, Any], error: type[Exception]
) -> None:
    import asyncio

    from service_core.sdk import AsyncDatabase, Database

    def respond(request: httpx.Request) -> httpx.Response:
        raise AssertionError("it was sent")

    transport = httpx.MockTransport(respond)
    if kind == "sync":
        with Database("db", transport=transport) as db, pytest.raises(error):
            db.retrieve(question, **arguments)
        return

    async def aretrieve() -> None:
        async with AsyncDatabase("db", transport=transport) as db:
            with pytest.raises(error):
                await db.aretrieve(question, **arguments)

    asyncio.run(aretrieve())


def test_any_text_can_be_asked() -> None:
    sent: list[object] = []

    def respond(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.content)["question"])
        return httpx.Response(200, json=RESULT)

    from service_core.sdk import Database

    questions = ['"quoted"\n\t\\', "Wo läuft „Aurora“? 🦉", "half a pair \ud83e", "a\x00b"]
    with Database("db", transport=httpx.MockTransport(respond)) as db:
        for question in questions:
            db.retrieve(question)
    assert sent == questions
