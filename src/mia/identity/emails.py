"""What the product writes to those who work with it: links, and news of their account."""

from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from mia.platform.kernel.settings import Settings
from mia.platform.mail.service import Message


@dataclass(frozen=True)
class Reader:
    """Whom a letter is for."""

    email: str = field(repr=False)
    name: str = field(repr=False)


def reset_link(reader: Reader, settings: Settings, access_token: str, refresh_token: str) -> Message:
    """The letter with the link to a new password. Its secrets stand behind the ``#``: no server sees them."""
    link = (
        f"{settings.origin}/reset-password#access_token={access_token}&refresh_token={refresh_token}&type=recovery"
    )
    return Message(
        about_patient=False,
        to=reader.email,
        subject="Set a new password for Mia",
        text=f"""Hello {reader.name},

you can set a new password for your Mia account here:

{link}

The link works once, for 30 minutes. A newer letter makes it void.

If you did not ask for it, nothing has changed: ignore this letter.

{_farewell(settings)}""",
    )


def password_changed(reader: Reader, settings: Settings, at: datetime) -> Message:
    """The news that an account has a new password."""
    return Message(
        about_patient=False,
        to=reader.email,
        subject="Your Mia password was changed",
        text=f"""Hello {reader.name},

the password of your Mia account was changed on {_instant(at)}. Whoever was signed in with the old one has been
signed out.

If that was not you, set a new password at once at {settings.origin}/login ("Forgot your password?") and tell
us at {settings.contact_email}.

{_farewell(settings)}""",
    )


def many_wrong_codes(reader: Reader, settings: Settings, at: datetime) -> Message:
    """The news that somebody has the password and guesses at the second factor (ASVS 6.3.5)."""
    return Message(
        about_patient=False,
        to=reader.email,
        subject="Somebody tries to sign in to your Mia account",
        text=f"""Hello {reader.name},

somebody gave the password of your Mia account and then many wrong codes, the last on {_instant(at)}. They were
not let in.

If that was not you, they know your password: set a new one at {settings.origin}/login ("Forgot your password?").

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
    """The letter that invites somebody to a practice's team."""
    who = f"{news.inviter} invites you" if news.inviter else "You are invited"
    return Message(
        about_patient=False,
        to=news.email,
        subject=f"Join {news.clinic_name} on Mia",
        text=f"""Hello,

{who} to join {news.clinic_name} on Mia as {news.role_label}. Accept here:

{news.link(settings)}

The link is for this address, works once, and ends on {_instant(news.expires_at, news.zone)}.

If you do not expect it, ignore this letter.

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
    """The news for an owner that support may enter their practice."""
    return Message(
        about_patient=False,
        to=reader.email,
        subject=f"Mia support may enter {visit.clinic_name}",
        text=f"""Hello {reader.name},

{visit.who} of Mia's support may enter {visit.clinic_name} until {_instant(visit.expires_at, visit.zone)}.

Reason: {visit.reason}

Each step is written into your activity log. You can end it at any moment:
{settings.origin}/dashboard/{visit.slug}/support

{_farewell(settings)}""",
    )


def sign_in_changed(reader: Reader, settings: Settings, at: datetime, what: str) -> Message:
    """The news that something about how a person signs in has changed; ``what`` is a clause in the past."""
    return Message(
        about_patient=False,
        to=reader.email,
        subject="A change to how you sign in to Mia",
        text=f"""Hello {reader.name},

{what} on {_instant(at)}.

If that was not you, set a new password at once at {settings.origin}/login ("Forgot your password?") and tell
us at {settings.contact_email}.

{_farewell(settings)}""",
    )


def _farewell(settings: Settings) -> str:
    return f"Questions? Write to {settings.contact_email}.\n\nMia\n"


def _instant(at: datetime, zone: ZoneInfo | None = None) -> str:
    """``November 24, 2026, 2:30 PM EST``; UTC where no zone is known."""
    local = at.astimezone(zone or ZoneInfo("UTC"))
    half = "AM" if local.hour < 12 else "PM"
    return f"{local:%B} {local.day}, {local.year}, {local.hour % 12 or 12}:{local:%M} {half} {local.tzname()}"
