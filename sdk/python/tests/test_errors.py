"""Errors of calls (service specification, section 7.2)."""

import pickle
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from service_core.sdk import AuthError, RateLimitError, ServiceError
from support import answering, ask

KINDS = ["sync", "async"]


def errors(message: str, code: str) -> dict[str, object]:
    return {"errors": [{"message": message, "extensions": {"code": code}}]}


def failure(status: int, body: object, headers: dict[str, str] | None = None, kind: str = "sync") -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        ask(answering(body, status, headers), kind)
    return caught.value


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("status", "error"),
    [
        *[(401, AuthError), (403, AuthError), (429, RateLimitError)],
        *[(status, ServiceError) for status in (204, 302, 400, 404, 500, 503)],
    ],
)
def test_a_status_has_its_error(kind: str, status: int, error: type[ServiceError]) -> None:
    body = errors("It is so.", "SO")
    caught = failure(status, "" if status == 204 else body, kind=kind)
    assert type(caught) is error
    assert caught.status_code == status
    if status != 204:
        assert caught.body == body
        assert str(caught) == f"the service answered {status}: It is so."


@pytest.mark.parametrize(
    ("body", "parsed", "message"),
    [
        ("", None, "the service answered 502"),
        ("Bad\n Gateway", "Bad\n Gateway", "the service answered 502: Bad Gateway"),
        ({"errors": []}, {"errors": []}, 'the service answered 502: {"errors": []}'),
        ({"errors": [5]}, {"errors": [5]}, 'the service answered 502: {"errors": [5]}'),
        ({"errors": [{"message": 5}]}, {"errors": [{"message": 5}]}, "the service answered 502: "),
        ({"errors": {"a": 1}}, {"errors": {"a": 1}}, "the service answered 502: "),
        ("[1]", [1], "the service answered 502: [1]"),
        ("x" * 5000, "x" * 5000, "the service answered 502: xxx"),
    ],
)
def test_a_body_of_any_kind_is_kept(body: object, parsed: object, message: str) -> None:
    caught = failure(502, body)
    assert caught.body == parsed
    assert str(caught).startswith(message)
    assert len(str(caught)) < 400


def retry_after(headers: dict[str, str]) -> float | None:
    caught = failure(429, errors("Too many.", "LIMIT"), headers)
    assert isinstance(caught, RateLimitError)
    return caught.retry_after


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("7", 7.0), (" 1.5 ", 1.5), ("0", 0.0), ("-3", None), ("soon", None), ("", None), ("nan", None), ("inf", None)],
)
def test_retry_after_is_a_number_of_seconds(value: str, seconds: float | None) -> None:
    assert retry_after({"Retry-After": value}) == seconds


def test_retry_after_may_be_missing() -> None:
    assert retry_after({}) is None


@pytest.mark.parametrize(
    ("retry", "date", "seconds"),
    [
        ("Wed, 21 Oct 2015 07:28:30 GMT", "Wed, 21 Oct 2015 07:28:00 GMT", 30.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 21 Oct 2015 07:29:00 GMT", 0.0),
        ("Wed, 21 Oct 2015 07:28:00 -0000", "Wed, 21 Oct 2015 07:27:00 GMT", 60.0),
        ("Wed, 99 Oct 2015 07:28:00 GMT", "Wed, 21 Oct 2015 07:29:00 GMT", None),
        ("Wed, 21 Oct 99999999999999999999 07:28:00 GMT", "Wed, 21 Oct 2015 07:29:00 GMT", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", "nonsense", 0.0),
    ],
)
def test_retry_after_may_be_a_date_by_the_clock_of_the_service(retry: str, date: str, seconds: float | None) -> None:
    assert retry_after({"Retry-After": retry, "Date": date}) == seconds


def test_retry_after_may_be_a_date_by_the_clock_of_this_machine() -> None:
    moment = datetime.now(UTC) + timedelta(seconds=60)
    seconds = retry_after({"Retry-After": format_datetime(moment, usegmt=True)})
    assert seconds is not None
    assert 50 < seconds <= 60


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("error", "message"),
    [
        (httpx.ConnectError("Connection refused"), "no answer from http://127.0.0.1:8080: Connection refused"),
        (httpx.ConnectTimeout("slow"), "no complete answer from http://127.0.0.1:8080 within 120 s"),
        (httpx.ReadTimeout("slow"), "within 120 s"),
        (httpx.PoolTimeout("slow"), "within 120 s"),
        (httpx.ReadError(""), "no answer from http://127.0.0.1:8080: ReadError"),
        (httpx.RemoteProtocolError("Server disconnected"), "Server disconnected"),
        (httpx.DecodingError("bad gzip"), "bad gzip"),
    ],
)
def test_a_call_without_an_answer_is_an_error(kind: str, error: Exception, message: str) -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        raise error

    with pytest.raises(ServiceError, match=message) as caught:
        ask(respond, kind)
    assert type(caught.value) is ServiceError
    assert (caught.value.status_code, caught.value.body) == (None, None)
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_encoding_is_an_error(kind: str) -> None:
    with pytest.raises(ServiceError):
        ask(answering(b"not gzip", headers={"Content-Encoding": "gzip"}), kind)


def test_errors_can_be_sent_to_other_processes() -> None:
    error = RateLimitError("Too many.", status_code=429, body={"errors": []}, retry_after=1.5)
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(copy), str(copy)) == (RateLimitError, "Too many.")
    assert (copy.status_code, copy.body, copy.retry_after) == (429, {"errors": []}, 1.5)
    assert issubclass(AuthError, ServiceError)
    assert issubclass(RateLimitError, ServiceError)
