"""What a call may fail with (service specification, section 7.2)."""

from typing import Any


class ServiceError(Exception):
    """A call failed: the service refused it, was not to be reached, or answered with what is no result."""

    status_code: int | None
    """HTTP status of the answer; None where there was none."""
    body: Any
    """The answer's body: parsed where it is JSON, text where it is not, None where there is none."""

    def __init__(self, message: str, *, status_code: int | None = None, body: object = None) -> None:
        super().__init__(message)
        self.status_code = status_code
        self.body = body


class AuthError(ServiceError):
    """The API key is missing, invalid or revoked, or may not do this (HTTP 401 or 403)."""


class RateLimitError(ServiceError):
    """The quota is exhausted (HTTP 429)."""

    retry_after: float | None
    """Seconds after which another attempt makes sense; None where the service did not say."""

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
