"""Servers of clients on the wire (hosted ``Server``)."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from mia.voice.wire import WireModel


def _http_url(url: str) -> str:
    if not url.startswith(("http://", "https://")):
        raise ValueError("not an http URL")
    return url


HttpUrl = Annotated[str, Field(max_length=2048), AfterValidator(_http_url)]


class BackoffPlan(WireModel):
    """How a request that failed is tried again: up to ``max_retries`` times, after ``base_delay_seconds``, which
    double each time when it is ``exponential``."""

    type: Literal["fixed", "exponential"] = "fixed"
    max_retries: int = Field(0, ge=0, le=10)
    base_delay_seconds: float = Field(1, ge=0, le=10)


class Server(WireModel):
    """Where server messages go. ``timeout_seconds`` bounds the wait for a tool's answer. Messages leave from the
    installation's own address and are encrypted by TLS alone: hosted properties that ask for more are refused."""

    url: HttpUrl | None = None
    timeout_seconds: float = Field(20, ge=1, le=300)
    headers: dict[str, str] | None = None
    backoff_plan: BackoffPlan | None = None
    credential_id: str | None = None
    static_ip_addresses_enabled: Literal[False] | None = None
