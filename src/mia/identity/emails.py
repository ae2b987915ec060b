"""Account emails: links and security notices."""

from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from mia.platform.kernel.settings import Settings
from mia.platform.mail.service import Message


@dataclass(frozen=True)
class Reader:
    """Whom an email is for."""

    email: str = field(repr=False)
    name: str = field(repr=False)


def reset_link(reader: Reader, settings: Settings, access_token: str, refresh_token: str) -> Message:
    """The email with the link to a new password. Its secrets stand behind the ``#``: no server sees them."""
    link = (
        f"{settings.origin}/reset-password#access_token={access_token}&refresh_token={refresh_token}&type=recovery"
    )
    return Message(
        about_patient=False,
        to=reader.email,
        subject="Set a new password for Mia",
        text=f"""Hello {reader.name},

Here is the link to set a new password for your Mia account. It works once and expires in 30 minutes. Only the \
latest link works.

Set a new password:
{link}

If you didn't request this, you can ignore this email. Nothing has changed.

{_farewell(settings)}""",
    )


def password_changed(reader: Reader, settings: Settings, at: datetime) -> Message:
    """Tells the user that the password was changed."""
    return Message(
        about_patient=False,
        to=reader.email,
        subject="Your Mia password was changed",
        text=f"""Hello {reader.name},

Your Mia password was changed on {_instant(at)}. All sessions that used the old password have been signed out.

If this wasn't you, set a new password right away at {settings.origin}/login ("Forgot your password?") and tell us \
at {settings.contact_email}.

{_farewell(settings)}""",
    )


def many_wrong_codes(reader: Reader, settings: Settings, at: datetime) -> Message:
    """Tells the user that someone has the password and is guessing the second factor (ASVS 6.3.5)."""
    return Message(
        about_patient=False,
        to=reader.email,
        subject="Someone is trying to sign in to your Mia account",
        text=f"""Hello {reader.name},

Someone entered your Mia password and then several wrong codes, most recently on {_instant(at)}. They did not \
get in.

If this wasn't you, someone knows your password. Set a new one at {settings.origin}/login ("Forgot your password?").

{_farewell(settings)}""",
    )


@dataclass(frozen=True)
class Invitation:
    """What an invited person is told. ``inviter`` is empty when an operator did it."""

    email: str = field(repr=False)
    inviter: str = field(repr=False)
    clinic_name: str
    role_label: str
    expires_at: datetime
    zone: ZoneInfo
    token: str = field(repr=False)

    def link(self, settings: Settings) -> str:
        """Where the invitation is accepted."""
        return f"{settings.origin}/accept-invite#type=invite&token={self.token}"


def invitation(news: Invitation, settings: Settings) -> Message:
    """The email that invites someone to a practice's team."""
    who = f"{news.inviter} invites you" if news.inviter else "You are invited"
    return Message(
        about_patient=False,
        to=news.email,
        subject=f"Join {news.clinic_name} on Mia",
        text=f"""Hello,

{who} to join {news.clinic_name} on Mia as {news.role_label}.

Accept the invitation:
{news.link(settings)}

The link is for this address, works once, and expires on {_instant(news.expires_at, news.zone)}.

If you weren't expecting this, you can ignore this email.

{_farewell(settings)}""",
    )


@dataclass(frozen=True)
class SupportVisit:
    """A time in which support may enter a practice."""

    who: str = field(repr=False)
    reason: str = field(repr=False)
    clinic_name: str
    slug: str
    expires_at: datetime
    zone: ZoneInfo


def support_opened(reader: Reader, visit: SupportVisit, settings: Settings) -> Message:
    """Tells an owner that support has access to their practice."""
    return Message(
        about_patient=False,
        to=reader.email,
        subject=f"Mia support has access to {visit.clinic_name}",
        text=f"""Hello {reader.name},

{visit.who} from Mia support has access to {visit.clinic_name} until {_instant(visit.expires_at, visit.zone)}.

Reason: {visit.reason}

Every action is recorded in your activity log. You can end access at any time.

See or end access:
{settings.origin}/dashboard/{visit.slug}/support

{_farewell(settings)}""",
    )


def support_request(writer: Reader, clinic_name: str, message: str, settings: Settings) -> Message:
    """What someone of a practice writes to support. They may have named a patient."""
    return Message(
        to=settings.contact_email,
        subject=f"Support request from {clinic_name}",
        text=f"{message}\n\n{writer.name}, {clinic_name}\nAnswer to {writer.email}\n",
    )


def sign_in_changed(reader: Reader, settings: Settings, at: datetime, what: str) -> Message:
    """Tells the user that a sign-in method changed; ``what`` is a clause in the past tense."""
    return Message(
        about_patient=False,
        to=reader.email,
        subject="A change to how you sign in to Mia",
        text=f"""Hello {reader.name},

{what} on {_instant(at)}.

If this wasn't you, set a new password right away at {settings.origin}/login ("Forgot your password?") and tell us \
at {settings.contact_email}.

{_farewell(settings)}""",
    )


def _farewell(settings: Settings) -> str:
    return f"Questions? Write to {settings.contact_email}.\n\nMia\n"


def _instant(at: datetime, zone: ZoneInfo | None = None) -> str:
    """``November 24, 2026, 2:30 PM EST``; UTC where no zone is known."""
    local = at.astimezone(zone or ZoneInfo("UTC"))
    half = "AM" if local.hour < 12 else "PM"
    return f"{local:%B} {local.day}, {local.year}, {local.hour % 12 or 12}:{local:%M} {half} {local.tzname()}"
