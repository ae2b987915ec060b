"""The phone line that the settings name: an account at Twilio, and where Twilio reaches us."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID
from xml.sax.saxutils import escape, quoteattr

from mia.platform.kernel.form_signature import is_signed_form
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import may_carry_phi, may_reach
from mia.voice.telephony.ports import Account, Announce, Connect, Dial, Instruction, PutThrough

SIGNATURE_HEADER = "X-Twilio-Signature"
PATH = "/telephony/twilio"
"""Below the voice API."""


FORWARDED_SECONDS = 2 * 3600
"""How long two people whom a call has brought together may talk: what nobody hangs up costs."""

HANG_UP_TWIML = "<Response><Hangup/></Response>"


def say_twiml(words: str) -> str:
    """TwiML that says something, and then hangs up."""
    return f"<Response><Say>{escape(words)}</Say></Response>"


@dataclass(frozen=True)
class Line:
    """``public_url`` is the address of :data:`PATH` as Twilio calls it."""

    sid: str
    token: str = field(repr=False)
    public_url: str
    api_url: str

    @classmethod
    def of(cls, settings: Settings) -> "Line | None":
        """The line that the settings name, if they do and it may carry patients' data."""
        if settings.twilio_account_sid is None or settings.twilio_auth_token is None:
            return None
        if not may_carry_phi(settings, Vendor.TWILIO):
            return None
        return cls(
            sid=settings.twilio_account_sid,
            token=settings.twilio_auth_token.get_secret_value(),
            public_url=f"{settings.origin}/voice{PATH}",
            api_url=settings.twilio_api_url,
        )

    @classmethod
    def imported(cls, settings: Settings, account: Account) -> "Line | None":
        """The line of an organization's own account at Twilio; None where Twilio may not carry patients' data."""
        if not may_reach(settings, Vendor.TWILIO, settings.twilio_api_url):
            return None
        login = account.login
        return cls(
            sid=login["twilioAccountSid"],
            token=login["twilioAuthToken"],
            public_url=f"{settings.origin}/voice{PATH}",
            api_url=settings.twilio_api_url,
        )

    def number_url(self, number_id: UUID) -> str:
        """Where Twilio asks what to do with a call to a number."""
        return f"{self.public_url}/numbers/{number_id}"

    def callback_url(self, call_id: UUID, leg: UUID | None = None) -> str:
        """Where Twilio tells what becomes of a call, or of a second phone of it."""
        return f"{self.public_url}/calls/{call_id}{_of(leg)}"

    def stream_url(self, call_id: UUID, leg: UUID | None = None) -> str:
        """Where its media stream connects."""
        return "ws" + self.public_url.removeprefix("http") + f"/media/{call_id}{_of(leg)}"

    def after_url(self, call_id: UUID) -> str:
        """Where Twilio asks what to do once the stream of a call that came in has ended."""
        return f"{self.callback_url(call_id)}/after"

    def stream_twiml(self, call_id: UUID, *, incoming: bool = False, leg: UUID | None = None) -> str:
        """TwiML that connects a call with the media worker that holds it. When the stream has ended, or never
        began, an ``incoming`` call asks what to do, and any other hangs up."""
        connect = f"<Connect><Stream url={quoteattr(self.stream_url(call_id, leg))}/></Connect>"
        then = f'<Redirect method="POST">{escape(self.after_url(call_id))}</Redirect>' if incoming else ""
        return f"<Response>{connect}{then}</Response>"

    def twiml(self, instruction: Instruction) -> str:
        """TwiML for what is to become of a call that comes in."""
        match instruction:
            case Connect(call_id):
                return self.stream_twiml(call_id, incoming=True)
            case Announce(words):
                return say_twiml(words)
            case PutThrough(number, caller_id, message, extension):
                said = f"<Say>{escape(message)}</Say>" if message else ""
                return f"<Response>{said}{_dialed(number, caller_id, extension)}</Response>"

    def forward_twiml(self, dial: Dial) -> str:
        """TwiML that connects a caller with another phone, and hangs up afterwards."""
        called = _dialed(dial.number, dial.caller_id, keyed(dial.extension), round(dial.ring_seconds))
        return f"<Response>{called}<Hangup/></Response>"

    def meeting_twiml(self, call_id: UUID) -> str:
        """TwiML that brings those together who hear it; the first to leave ends it for the other."""
        return (
            f'<Response><Dial timeLimit="{FORWARDED_SECONDS}"><Conference beep="false" '
            f'endConferenceOnExit="true" maxParticipants="2">mia-{call_id}</Conference></Dial><Hangup/></Response>'
        )

    def has_signed(self, signature: str | None, url: str, fields: Iterable[tuple[str, str]] = ()) -> bool:
        """Whether a request to ``url`` is Twilio's; one without signature is not."""
        return is_signed_form(self.token, url, fields, signature)


def _of(leg: UUID | None) -> str:
    return f"/legs/{leg}" if leg else ""


def keyed(extension: str) -> str:
    """Keys that are pressed a second after someone has answered (``w`` is half of one)."""
    return f"ww{extension}" if extension else ""


def _dialed(number: str, caller_id: str, keys: str, ring_seconds: int | None = None) -> str:
    """The verb that rings a phone and connects who picks up."""
    ring = f' timeout="{ring_seconds}"' if ring_seconds else ""
    pressed = f" sendDigits={quoteattr(keys)}" if keys else ""
    asked = f'callerId={quoteattr(caller_id)}{ring} timeLimit="{FORWARDED_SECONDS}"'
    return f"<Dial {asked}><Number{pressed}>{escape(number)}</Number></Dial>"
