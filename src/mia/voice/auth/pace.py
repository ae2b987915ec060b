"""How fast tokens may be used."""

import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from mia.identity.throttle import Limit
from mia.platform.kernel.errors import TooManyRequests

MOST_PER_MINUTE = 3000
"""Requests of one token that a web process answers. A front office with fifty conversations at once stays far
below."""

PUBLIC_TOKEN = Limit(
    "voice-public-token",
    timedelta(minutes=10),
    per_address=120,
    per_subject=3000,
    detail="This token is used too often. Please try again in a few minutes.",
)
"""Calls and messages with a public token, which everyone on a website has; the subject is the token. Counted over
all processes: each takes a line, or a language model's answer."""

WEB_CHAT = Limit(
    "voice-web-chat",
    timedelta(days=1),
    per_address=600,
    per_subject=20_000,
    detail="There were too many messages today. Please call instead.",
)
"""Messages of strangers with a public token, which is the subject: what a language model's answers may cost in a
day, however slowly they are written."""

_WINDOW_S = 60.0


class TokenPace:
    """Counts the requests of each token in fixed windows, in this process's memory: it costs a request nothing."""

    def __init__(self, most: int = MOST_PER_MINUTE, seconds: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._began = seconds()
        self._counts: Counter[UUID] = Counter()

    def count(self, token_id: UUID) -> None:
        """Count a request; :class:`TooManyRequests` when there were enough of this token in this window."""
        now = self._seconds()
        if now - self._began >= _WINDOW_S:
            self._began, self._counts = now, Counter()
        self._counts[token_id] += 1
        if self._counts[token_id] > self._most:
            left = self._began + _WINDOW_S - now
            raise TooManyRequests("Too many requests with this token.", retry_after=max(1, int(left)))
