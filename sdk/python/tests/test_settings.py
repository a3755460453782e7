"""Arguments, the environment and defaults (service specification, sections 4.9 and 5)."""

import inspect
import math
from typing import Any

import httpx
import pytest

from service_core.sdk import AsyncDatabase, Database, connect
from support import RESULT, ask


def sent_by(**arguments: Any) -> httpx.Request:
    """The request of one question."""
    requests: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json=RESULT)

    database_id = arguments.pop("database_id", "db")
    with Database(database_id, transport=httpx.MockTransport(respond), **arguments) as db:
        db.retrieve("Where?")
    return requests[0]


def test_connect_has_the_specified_signature() -> None:
    signature = inspect.signature(connect)
    assert [(p.name, p.kind.name, p.default) for p in signature.parameters.values()] == [
        ("database_id", "POSITIONAL_OR_KEYWORD", inspect.Parameter.empty),
        ("api_key", "KEYWORD_ONLY", None),
        ("url", "KEYWORD_ONLY", None),
        ("timeout", "KEYWORD_ONLY", 120.0),
    ]
    with connect("db") as db:
        assert isinstance(db, Database)


def test_both_clients_take_the_same_arguments() -> None:
    ours, theirs = (inspect.signature(kind).parameters for kind in (Database, AsyncDatabase))
    assert {name: p.default for name, p in ours.items()} == {name: p.default for name, p in theirs.items()}


def test_without_settings_the_own_service_is_asked_without_a_key() -> None:
    request = sent_by()
    assert str(request.url) == "http://127.0.0.1:8080/api/v1/databases/db/retrieve"
    assert request.method == "POST"
    assert request.headers["Content-Type"] == "application/json"
    assert "Authorization" not in request.headers
    assert request.extensions["timeout"]["read"] == pytest.approx(120, abs=10)


def test_the_environment_is_before_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_API_KEY", "from-environment\n")
    monkeypatch.setenv("SERVICE_PLATFORM_URL", "https://staging.example.org/graphs/")
    request = sent_by()
    assert request.headers["Authorization"] == "Bearer from-environment"
    assert str(request.url) == "https://staging.example.org/graphs/api/v1/databases/db/retrieve"


def test_arguments_are_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_API_KEY", "from-environment")
    monkeypatch.setenv("SERVICE_PLATFORM_URL", "https://environment.example.org")
    request = sent_by(api_key="from-argument", url="http://argument.example.org:81", timeout=3)
    assert request.headers["Authorization"] == "Bearer from-argument"
    assert request.url.host == "argument.example.org"
    assert 0 < request.extensions["timeout"]["read"] <= 3


def test_a_wrong_variable_does_not_matter_beside_an_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_PLATFORM_URL", "nonsense")
    assert sent_by(url="http://argument.example.org").url.host == "argument.example.org"


def test_empty_variables_count_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_API_KEY", " ")
    monkeypatch.setenv("SERVICE_PLATFORM_URL", "")
    request = sent_by()
    assert request.url.host == "127.0.0.1"
    assert "Authorization" not in request.headers


@pytest.mark.parametrize(
    ("database_id", "path"),
    [("a b", "a%20b"), ("a/../b", "a%2F..%2Fb"), ("ü?#", "%C3%BC%3F%23"), ("50%", "50%25")],
)
def test_a_database_id_is_one_segment_of_the_path(database_id: str, path: str) -> None:
    assert sent_by(database_id=database_id).url.raw_path == f"/api/v1/databases/{path}/retrieve".encode()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"database_id": ""}, "database_id is empty"),
        ({"database_id": "  "}, "database_id is empty"),
        ({"database_id": ".."}, "part of a path"),
        ({"database_id": "\ud800"}, "unpaired surrogate"),
        ({"api_key": ""}, "api_key is empty"),
        ({"api_key": "two words"}, "visible ASCII"),
        ({"api_key": "key\r\nX-Injected: 1"}, "visible ASCII"),
        ({"api_key": "schlüssel"}, "visible ASCII"),
        ({"url": ""}, "an address such as"),
        ({"url": "localhost:8080"}, "an address such as"),
        ({"url": "ftp://example.org"}, "an address such as"),
        ({"url": "http://"}, "an address such as"),
        ({"url": "http://example.org:99999"}, "an address such as"),
        ({"url": "http://exa mple.org"}, "an address such as"),
        ({"url": "http://[::1"}, "an address such as"),
        ({"url": "http://user:secret@example.org"}, "credentials"),
        ({"url": "http://example.org/?a=1"}, "without a query"),
        ({"timeout": 0}, "positive"),
        ({"timeout": -1.5}, "positive"),
        ({"timeout": math.nan}, "positive"),
        ({"timeout": math.inf}, "positive"),
        ({"timeout": 10**400}, "positive"),
    ],
)
def test_wrong_values_are_refused_at_once(arguments: dict[str, Any], message: str) -> None:
    database_id = arguments.pop("database_id", "db")
    for kind in (connect, Database, AsyncDatabase):
        with pytest.raises(ValueError, match=message) as caught:
            kind(database_id, **arguments)
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "arguments",
    [{"database_id": 1}, {"database_id": None}, {"api_key": b"key"}, {"url": 80}, {"timeout": "1"}, {"timeout": True}],
)
def test_wrong_types_are_refused_at_once(arguments: dict[str, Any]) -> None:
    database_id = arguments.pop("database_id", "db")
    with pytest.raises(TypeError):
        connect(database_id, **arguments)


@pytest.mark.parametrize("name", ["SERVICE_API_KEY", "SERVICE_PLATFORM_URL"])
def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "no good")
    with pytest.raises(ValueError, match=name):
        connect("db")


def test_the_key_is_in_no_representation() -> None:
    with connect("db", api_key="hush", url="http://example.org/") as db:
        assert repr(db) == "Database('db', url='http://example.org')"
        assert (db.database_id, db.url) == ("db", "http://example.org")
        assert "hush" not in repr(vars(db)["_settings"])


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_redirects_are_not_followed(kind: str) -> None:
    asked: list[str] = []

    def respond(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.host)
        return httpx.Response(307, headers={"Location": "http://elsewhere.example.org/"})

    with pytest.raises(Exception, match="307"):
        ask(respond, kind)
    assert asked == ["127.0.0.1"]
