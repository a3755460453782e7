"""Errors of calls (service specification, section 7.2)."""

from typing import Any


class ServiceError(Exception):
    """Failed call: the service refused it, was unreachable, or sent an invalid answer."""

    status_code: int | None
    """HTTP status of the answer; None without an answer."""
    body: Any
    """Body of the answer: parsed JSON, or text; None without a body."""

    def __init__(self, message: str, *, status_code: int | None = None, body: object = None) -> None:
        super().__init__(message)
        self.status_code = status_code
        self.body = body


class AuthError(ServiceError):
    """The API key is missing, invalid, revoked, or lacks the role (HTTP 401 or 403)."""


class RateLimitError(ServiceError):
    """The quota is exhausted (HTTP 429)."""

    retry_after: float | None
    """Seconds to wait before the next attempt; None if the service gave no time."""

    def __init__(
        self,
        message: str,
        *,
        status_code: int | None = None,
        body: object = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, status_code=status_code, body=body)
        self.retry_after = retry_after
