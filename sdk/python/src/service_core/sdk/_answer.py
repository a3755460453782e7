"""Conversion of HTTP answers to results and errors."""

import json
import math
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import httpx

from ._errors import AuthError, RateLimitError, ServiceError
from ._types import Passage, RetrievalResult, TrajectoryStep

_T = TypeVar("_T")
_MAX_QUOTED = 300


class _WrongShapeError(Exception):
    """Missing field, or field of the wrong type; the message contains its path."""


def read_answer(status_code: int, headers: httpx.Headers, content: bytes) -> RetrievalResult:
    """Read the answer of the retrieve endpoint. Unknown fields are ignored.

    Raises:
        AuthError: HTTP 401 or 403.
        RateLimitError: HTTP 429.
        ServiceError: any other status but 200, invalid JSON, or a missing or invalid field.
    """
    is_json, body = _read_body(content)
    if status_code != 200:
        raise _failure(status_code, headers, body)
    if not is_json:
        raise ServiceError(
            f"the service's answer is not JSON: {_shorten(body or 'empty')}", status_code=status_code, body=body
        )
    try:
        return _read_result(body)
    except _WrongShapeError as error:
        raise ServiceError(
            f"the service's answer is not a result: {error}", status_code=status_code, body=body
        ) from None


def _read_body(content: bytes) -> tuple[bool, Any]:
    try:
        return True, json.loads(content, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return False, content.decode("utf-8", "replace") or None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _failure(status_code: int, headers: httpx.Headers, body: Any) -> ServiceError:
    message = f"the service answered {status_code}"
    reason = _reason(body)
    if reason:
        message = f"{message}: {reason}"
    if status_code in (401, 403):
        return AuthError(message, status_code=status_code, body=body)
    if status_code == 429:
        return RateLimitError(message, status_code=status_code, body=body, retry_after=read_retry_after(headers))
    return ServiceError(message, status_code=status_code, body=body)


def _reason(body: Any) -> str:
    """Return the first message of `{"errors": [{"message"}]}`, or the shortened body."""
    if isinstance(body, dict):
        errors = body.get("errors")
        first = errors[0] if isinstance(errors, list) and errors else None
        message = first.get("message") if isinstance(first, dict) else None
        if isinstance(message, str):
            return message
    if body is None:
        return ""
    return _shorten(body if isinstance(body, str) else json.dumps(body))


def _shorten(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MAX_QUOTED else f"{flat[: _MAX_QUOTED - 1]}…"


def read_retry_after(headers: httpx.Headers) -> float | None:
    """Read Retry-After in seconds: a number, or an HTTP date, compared with the Date of the answer if there is one."""
    value = headers.get("Retry-After", "").strip()
    try:
        seconds = float(value)
    except ValueError:
        moment = _read_date(value)
        if moment is None:
            return None
        now = _read_date(headers.get("Date", "")) or datetime.now(UTC)
        return max(0.0, (moment - now).total_seconds())
    return seconds if 0 <= seconds < math.inf else None


def _read_date(value: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _read_result(body: Any) -> RetrievalResult:
    fields = _Fields(body)
    return RetrievalResult(
        answer=fields.get("answer", _or_none(_as_string)),
        passages=fields.get("passages", _list_of(_read_passage)),
        trajectory=fields.get("trajectory", _list_of(_read_step)),
        cost_usd=fields.get("cost_usd", _as_float),
        loops=fields.get("loops", _as_integer),
        module_used=fields.get("module_used", _as_string),
        metadata=fields.get("metadata", _as_object),
    )


def _read_passage(value: Any, path: str) -> Passage:
    fields = _Fields(value, path)
    return Passage(
        source=fields.get("source", _as_string),
        text=fields.get("text", _as_string),
        chunk_index=fields.find("chunk_index", _as_integer),
        score=fields.find("score", _as_float),
    )


def _read_step(value: Any, path: str) -> TrajectoryStep:
    fields = _Fields(value, path)
    return TrajectoryStep(
        tool=fields.get("tool", _as_string),
        arguments=fields.get("arguments", _as_object),
        result_summary=fields.find("result_summary", _as_string),
    )


class _Fields:
    """Fields of an object, read with their paths."""

    def __init__(self, value: Any, path: str | None = None) -> None:
        self._values = _as_object(value, "it" if path is None else path)
        self._path = path

    def get(self, name: str, read: Callable[[Any, str], _T]) -> _T:
        path = name if self._path is None else f"{self._path}.{name}"
        if name not in self._values:
            raise _WrongShapeError(f"{path} is missing")
        return read(self._values[name], path)

    def find(self, name: str, read: Callable[[Any, str], _T]) -> _T | None:
        """Return the value of an optional field; None if it is missing or null."""
        return self.get(name, _or_none(read)) if name in self._values else None


def _or_none(read: Callable[[Any, str], _T]) -> Callable[[Any, str], _T | None]:
    return lambda value, path: None if value is None else read(value, path)


def _list_of(read: Callable[[Any, str], _T]) -> Callable[[Any, str], list[_T]]:
    return lambda value, path: [read(each, f"{path}[{index}]") for index, each in enumerate(_as_list(value, path))]


def _as_object(value: Any, path: str) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    raise _wrong(value, path, "an object")


def _as_list(value: Any, path: str) -> list[Any]:
    if isinstance(value, list):
        return value
    raise _wrong(value, path, "an array")


def _as_string(value: Any, path: str) -> str:
    if isinstance(value, str):
        return value
    raise _wrong(value, path, "a string")


def _as_integer(value: Any, path: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise _wrong(value, path, "an integer")


def _as_float(value: Any, path: str) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number):
            return number
    raise _wrong(value, path, "a number")


def _wrong(value: Any, path: str, expected: str) -> _WrongShapeError:
    return _WrongShapeError(f"{path} is {_shorten(json.dumps(value))}; expected {expected}")
