"""STUN and TURN servers, and the short-lived credentials of those that we share a secret with."""

import base64
import hashlib
import hmac
import time
from dataclasses import dataclass, field

from aiortc import RTCIceServer

LASTING = 2 * 60 * 60
"""Seconds that a credential made from a secret opens a relay; longer than any call."""


@dataclass(frozen=True)
class IceServer:
    """A STUN or TURN server, as in a browser's ``RTCIceServer``. With ``secret`` each call has a credential of its
    own (coturn's ``use-auth-secret``) instead of ``username`` and ``credential``."""

    url: str
    username: str | None = None
    credential: str | None = field(default=None, repr=False)
    secret: str | None = field(default=None, repr=False)

    def for_a_call(self, now: float | None = None) -> RTCIceServer:
        """The server with what opens it from ``now`` (seconds since 1970; None: the present) for two hours."""
        if self.secret is None:
            return RTCIceServer(self.url, self.username, self.credential)
        username = f"{int(time.time() if now is None else now) + LASTING}:mia"
        # SHA-1 is what coturn computes; it signs a time here and hides nothing.
        digest = hmac.new(self.secret.encode(), username.encode(), hashlib.sha1).digest()
        return RTCIceServer(self.url, username, base64.b64encode(digest).decode())
