"""The telephone line that the settings name: an account at Twilio, its number, and where Twilio reaches us."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID
from xml.sax.saxutils import quoteattr

from mia.kernel.form_signature import is_signed_form
from mia.kernel.settings import Settings

SIGNATURE_HEADER = "X-Twilio-Signature"
PATH = "/telephony/twilio"
"""Below the voice API."""


@dataclass(frozen=True)
class Line:
    """``public_url`` is the address of :data:`PATH` as Twilio calls it."""

    sid: str
    token: str = field(repr=False)
    number: str
    public_url: str
    api_url: str

    @classmethod
    def of(cls, settings: Settings) -> "Line | None":
        """The line that the settings name, if they do."""
        if settings.twilio_account_sid is None or settings.twilio_auth_token is None:
            return None
        assert settings.twilio_number is not None
        return cls(
            sid=settings.twilio_account_sid,
            token=settings.twilio_auth_token.get_secret_value(),
            number=settings.twilio_number,
            public_url=f"{settings.origin}/voice{PATH}",
            api_url=settings.twilio_api_url,
        )

    def callback_url(self, call_id: UUID) -> str:
        """Where Twilio tells what becomes of a call."""
        return f"{self.public_url}/calls/{call_id}"

    def stream_url(self, call_id: UUID) -> str:
        """Where a call's media stream connects."""
        return "ws" + self.public_url.removeprefix("http") + f"/media/{call_id}"

    def stream_twiml(self, call_id: UUID) -> str:
        """TwiML that connects a call with the media worker that holds it, and then hangs up."""
        url = quoteattr(self.stream_url(call_id))
        return f"<Response><Connect><Stream url={url}/></Connect></Response>"

    def has_signed(self, signature: str | None, url: str, fields: Iterable[tuple[str, str]] = ()) -> bool:
        """Whether a request to ``url`` is Twilio's; one without signature is not."""
        return is_signed_form(self.token, url, fields, signature)
