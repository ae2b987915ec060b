"""The phone line of an account at Vonage: its application, and where Vonage reaches us.

Facts are those of Vonage's published Voice API, of its NCCO reference and of its guide to signed webhooks.
"""

import base64
import hashlib
import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from mia.platform.kernel.keys import Signer
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import may_reach
from mia.voice.telephony.json_web_tokens import read_hs256, sign_rs256
from mia.voice.telephony.ports import Account, Announce, Connect, Dial, Instruction, PutThrough

PATH = "/telephony/vonage"
"""Below the voice API."""
_SOUND = "audio/l16;rate=16000"
_FORWARDED_SECONDS = 2 * 3600
"""How long a caller may talk with whom they were put through to."""
_MOST_SAID = 1_500
"""Characters that the action ``talk`` takes."""

Ncco = list[dict[str, Any]]


@dataclass(frozen=True)
class VonageLogin:
    """An account. ``signature_secret`` is what it signs its webhooks with."""

    api_key: str
    api_secret: str = field(repr=False)
    signature_secret: str = field(repr=False)
    api_url: str
    rest_url: str

    @property
    def auth(self) -> tuple[str, str]:
        """For HTTP Basic."""
        return self.api_key, self.api_secret


@dataclass(frozen=True)
class VonageLine:
    """``public_url`` is the address of :data:`PATH` as Vonage calls it; ``application_id`` and ``private_key`` are
    the application that its number is linked with."""

    login: VonageLogin
    application_id: str
    private_key: str = field(repr=False)
    public_url: str
    _media: Signer = field(repr=False)

    @classmethod
    def imported(cls, settings: Settings, account: Account) -> "VonageLine | None":
        """The line of an organization's own account; None where Vonage may not carry patients' data."""
        login = login_of(settings, account)
        if login is None:
            return None
        known = account.login
        return cls(
            login,
            known["vonageApplicationId"],
            known["vonageApplicationPrivateKey"],
            public_url(settings),
            settings.signer("vonage-media"),
        )

    def callback_url(self, call_id: UUID, leg: UUID | None = None) -> str:
        """Where Vonage tells what becomes of a call that we place, or of a second phone of it."""
        return f"{self.public_url}/calls/{call_id}{_of(leg)}"

    def after_url(self, call_id: UUID) -> str:
        """Where Vonage asks what to do once the socket of a call that came in has failed or ended."""
        return f"{self.callback_url(call_id)}/after"

    def media_url(self, call_id: UUID, leg: UUID | None = None) -> str:
        """Where the sound of a call, or of a second phone of it, connects."""
        return "ws" + self.public_url.removeprefix("http") + f"/media/{call_id}{_of(leg)}"

    def media_token(self, call_id: UUID, leg: UUID | None = None) -> str:
        """What Vonage shows when it connects a call's sound: made for this one call, and this phone of it."""
        return "Bearer " + base64.urlsafe_b64encode(self._media.sign(_named(call_id, leg))).decode()

    def may_connect(self, call_id: UUID, shown: str, leg: UUID | None = None) -> bool:
        """Whether who connects was sent here by us."""
        try:
            given = base64.b64decode(shown.removeprefix("Bearer "), altchars=b"-_", validate=True)
        except ValueError:
            return False
        return self._media.is_genuine(_named(call_id, leg), given)

    def bearer(self) -> str:
        """A token for the Voice and Messages APIs, good for a minute."""
        now = int(time.time())
        claims = {"application_id": self.application_id, "iat": now, "exp": now + 60, "jti": secrets.token_hex(16)}
        return sign_rs256(claims, self.private_key)

    def has_signed(self, authorization: str, body: bytes) -> bool:
        """Whether a webhook is Vonage's, for this account and application, with this body."""
        claims = read_hs256(authorization.removeprefix("Bearer "), self.login.signature_secret)
        if claims is None or claims.get("api_key") != self.login.api_key:
            return False
        if claims.get("application_id") not in (None, self.application_id):
            return False
        return claims.get("payload_hash") in _digests(body)

    def ncco(self, instruction: Instruction, caller: str = "") -> Ncco:
        """What is to become of a call that comes in, in Vonage's words; ``caller`` is what it calls this phone."""
        match instruction:
            case Connect(call_id):
                after = {"eventType": "synchronous", "eventUrl": [self.after_url(call_id)], "eventMethod": "POST"}
                return [self._connect(call_id, caller=caller) | after]  # it asks before it goes on
            case Announce(words):
                return [{"action": "talk", "text": words[:_MOST_SAID]}]
            case PutThrough(number, caller_id, message, extension):
                said = [{"action": "talk", "text": message}] if message else []
                return [*said, _dialed(number, caller_id, extension)]

    def forwarding(self, dial: Dial) -> Ncco:
        """What connects a caller with another phone, and hangs up afterwards."""
        called = _dialed(dial.number, dial.caller_id, dial.extension)
        return [called | {"timeout": str(_ringing(dial)), "limit": str(_FORWARDED_SECONDS)}]

    def meeting(self, call_id: UUID) -> Ncco:
        """What brings those together who are sent there; the first to leave ends it for the other."""
        return [{"action": "conversation", "name": f"mia-{call_id}", "endOnExit": True}]

    def order(self, dial: Dial) -> dict[str, Any]:
        """What the Voice API is asked for to place a call."""
        asked = {
            "to": [_phone(dial.number, dial.extension)],
            "from": {"type": "phone", "number": dial.caller_id.removeprefix("+")},
            "ncco": [self._connect(dial.call_id, dial.leg)],
            "event_url": [self.callback_url(dial.call_id, dial.leg)],
            "event_method": "POST",
            "ringing_timer": _ringing(dial),
        }
        detection = {"behavior": "continue", "mode": "detect_beep"}
        return asked | ({"advanced_machine_detection": detection} if dial.detect_machines else {})

    def _connect(self, call_id: UUID, leg: UUID | None = None, caller: str = "") -> dict[str, Any]:
        socket = {
            "type": "websocket",
            "uri": self.media_url(call_id, leg),
            "content-type": _SOUND,
            "headers": {"caller": caller} if caller else {},
            "authorization": {"type": "custom", "value": self.media_token(call_id, leg)},
        }
        return {"action": "connect", "endpoint": [socket]}


def _of(leg: UUID | None) -> str:
    return f"/legs/{leg}" if leg else ""


def _named(call_id: UUID, leg: UUID | None) -> bytes:
    return call_id.bytes + (leg.bytes if leg else b"")


def _ringing(dial: Dial) -> int:
    return min(120, max(1, round(dial.ring_seconds)))


def _phone(number: str, extension: str = "") -> dict[str, Any]:
    return {"type": "phone", "number": number.removeprefix("+")} | ({"dtmfAnswer": extension} if extension else {})


def _dialed(number: str, caller_id: str, extension: str) -> dict[str, Any]:
    """The action that rings a phone and connects who picks up."""
    return {"action": "connect", "from": caller_id.removeprefix("+"), "endpoint": [_phone(number, extension)]}


def public_url(settings: Settings) -> str:
    """Where Vonage reaches us."""
    return f"{settings.origin}/voice{PATH}"


def login_of(settings: Settings, account: Account) -> VonageLogin | None:
    """The login of an account; None where Vonage may not carry patients' data."""
    if not may_reach(settings, Vendor.VONAGE, settings.vonage_api_url):
        return None
    known = account.login
    return VonageLogin(
        known["vonageApiKey"],
        known["vonageApiSecret"],
        known["vonageSignatureSecret"],
        settings.vonage_api_url,
        settings.vonage_rest_url,
    )


def _digests(body: bytes) -> set[str]:
    """The digests that stand for a body: of its bytes, and of the same JSON without white space, which Vonage's
    guide hashes."""
    found = {hashlib.sha256(body).hexdigest()}
    try:
        compact = json.dumps(json.loads(body), separators=(",", ":"), ensure_ascii=False)
        found.add(hashlib.sha256(compact.encode()).hexdigest())
    except (ValueError, RecursionError):
        pass
    return found
