"""The phone line that the settings name: an account at Twilio, and where Twilio reaches us."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID
from xml.sax.saxutils import escape, quoteattr

from mia.platform.kernel.form_signature import is_signed_form
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import may_carry_phi, may_reach
from mia.voice.telephony.ports import Account, Announce, Connect, Instruction, PutThrough

SIGNATURE_HEADER = "X-Twilio-Signature"
PATH = "/telephony/twilio"
"""Below the voice API."""


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

    def callback_url(self, call_id: UUID) -> str:
        """Where Twilio tells what becomes of a call."""
        return f"{self.public_url}/calls/{call_id}"

    def stream_url(self, call_id: UUID) -> str:
        """Where a call's media stream connects."""
        return "ws" + self.public_url.removeprefix("http") + f"/media/{call_id}"

    def after_url(self, call_id: UUID) -> str:
        """Where Twilio asks what to do once the stream of a call that came in has ended."""
        return f"{self.callback_url(call_id)}/after"

    def stream_twiml(self, call_id: UUID, *, incoming: bool = False) -> str:
        """TwiML that connects a call with the media worker that holds it. When the stream has ended, or never
        began, an ``incoming`` call asks what to do, and any other hangs up."""
        connect = f"<Connect><Stream url={quoteattr(self.stream_url(call_id))}/></Connect>"
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
                digits = f" sendDigits={quoteattr(extension)}" if extension else ""
                dial = f"<Number{digits}>{escape(number)}</Number>"
                return f"<Response>{said}<Dial callerId={quoteattr(caller_id)}>{dial}</Dial></Response>"

    def has_signed(self, signature: str | None, url: str, fields: Iterable[tuple[str, str]] = ()) -> bool:
        """Whether a request to ``url`` is Twilio's; one without signature is not."""
        return is_signed_form(self.token, url, fields, signature)
