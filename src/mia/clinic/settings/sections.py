"""The parts of the settings of which there is one each: read, checked and saved."""

from dataclasses import asdict, fields, replace

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Policy
from mia.clinic.patients.service import display_phone
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import CallHours, PracticeSettings, Pronunciation, Switch
from mia.clinic.settings.checks import FieldErrors, clock, clock_text
from mia.clinic.settings.values import (
    ContactValue,
    Hours,
    MiaValue,
    PracticeValue,
    PronunciationValue,
    RetentionValue,
    WebsitesValue,
)
from mia.clinic.settings.versions import announce, check_version, lock_settings
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid

Section = PracticeValue | ContactValue | MiaValue | RetentionValue | WebsitesValue

_EARLIEST, _LATEST = "08:00", "20:00"
"""The widest window in which any state lets a patient be called (Fla. Stat. 501.616(6)(a))."""


async def read_practice(session: ClinicSession) -> PracticeValue:
    """Who the practice is."""
    clinic, settings = await identity.get_clinic(session), await practices.get_settings(session)
    return PracticeValue(
        name=clinic.name,
        phone=_shown(settings.phone),
        timezone=clinic.timezone,
        front_desk_cents_per_hour=settings.front_desk_cents_per_hour,
        industry_retention_percent=settings.industry_retention_percent,
        booking_lead_minutes=settings.booking_lead_minutes,
        booking_horizon_days=settings.booking_horizon_days,
    )


async def read_contact(session: ClinicSession) -> ContactValue:
    """When and how often Mia may contact patients."""
    policy = await consent.get_policy(session)
    values = asdict(policy) | {"opens": clock_text(policy.opens), "closes": clock_text(policy.closes)}
    return ContactValue(**values)


async def read_mia(session: ClinicSession) -> MiaValue:
    """How Mia answers and what she may do."""
    settings = await practices.get_settings(session)
    switches = {switch.value: settings.allows(switch) for switch in Switch}
    hours = settings.hand_off_hours
    return MiaValue(
        greeting=settings.greeting,
        hand_off_number=_shown(settings.hand_off_number),
        hand_off_hours=hours if hours is None else [_hours(one) for one in hours],
        overflow_number=_shown(settings.overflow_number),
        pronunciations=[PronunciationValue(**asdict(one)) for one in settings.pronunciations],
        **switches,
    )


def _shown(number: str) -> str:
    return display_phone(number) if number else ""


def _hours(one: CallHours) -> Hours:
    return Hours(weekday=one.weekday, begins=clock_text(one.begins), ends=clock_text(one.ends))


async def read_retention(session: ClinicSession, at_most: int) -> RetentionValue:
    """How long what was said is kept; never longer than the installation keeps it."""
    return RetentionValue(content_days=await practices.content_days(session, at_most))


async def read_websites(session: ClinicSession) -> WebsitesValue:
    """The websites that may show the practice's form and Mia."""
    return WebsitesValue(origins=list((await practices.get_settings(session)).form_origins))


async def save_section(session: ClinicSession, value: Section, seen: str, *, at_most: int) -> None:
    """Replace a part; :class:`Changed` when it is not what was seen, :class:`Invalid` with the fields that are
    not acceptable. ``at_most`` are the days for which the installation keeps content."""
    await lock_settings(session)
    match value:
        case PracticeValue():
            check_version(await read_practice(session), seen)
            await _save_practice(session, value)
            kind = "practice"
        case ContactValue():
            check_version(await read_contact(session), seen)
            await _save_contact(session, value)
            kind = "contact_policy"
        case MiaValue():
            check_version(await read_mia(session), seen)
            await _save_mia(session, value)
            kind = "mia"
        case RetentionValue():
            check_version(await read_retention(session, at_most), seen)
            await _save_retention(session, value, at_most)
            kind = "retention"
        case WebsitesValue():
            check_version(await read_websites(session), seen)
            await _save_websites(session, value)
            kind = "websites"
    await announce(session, "change", kind)


async def put_mia_draft(session: ClinicSession, value: MiaValue) -> None:
    """Let Mia's settings stand in this transaction as they would; nobody is told of it."""
    await _save_mia(session, value)


async def _save_practice(session: ClinicSession, value: PracticeValue) -> None:
    errors = FieldErrors()
    name = errors.text("name", value.name, "the practice's name")
    phone = errors.phone("phone", value.phone)
    zone = errors.zone("timezone", value.timezone)
    if value.booking_lead_minutes >= value.booking_horizon_days * 24 * 60:
        errors.add("booking_horizon_days", "This must be longer than the least notice.")
    errors.close()
    await identity.rename_clinic(session, name, zone)
    own = {field.name for field in fields(PracticeSettings)} & set(PracticeValue.model_fields)
    changed = value.model_dump(include=own) | {"phone": phone}
    await practices.save_settings(session, replace(await practices.get_settings(session), **changed))


async def _save_contact(session: ClinicSession, value: ContactValue) -> None:
    errors = FieldErrors()
    if value.opens < _EARLIEST:
        errors.add("opens", "Not before 8:00 AM: state law.")
    if value.closes > _LATEST:
        errors.add("closes", "Not after 8:00 PM: state law.")
    if value.closes <= value.opens:
        errors.add("closes", "This must be later than the beginning.")
    if value.per_week < value.per_day:
        errors.add("per_week", "Not fewer in a week than in a day.")
    errors.close()
    policy = Policy(clock(value.opens), clock(value.closes), value.per_day, value.per_week, value.recall_basis)
    await consent.save_policy(session, policy)


async def _save_mia(session: ClinicSession, value: MiaValue) -> None:
    errors = FieldErrors()
    greeting = errors.text("greeting", value.greeting, "what Mia says first")
    number = errors.phone("hand_off_number", value.hand_off_number)
    overflow = _overflow(errors, value.overflow_number, number)
    pronunciations = _pronunciations(errors, value)
    errors.stretches("hand_off_hours", value.hand_off_hours or ())
    errors.close()
    own = value.hand_off_hours
    hours = own if own is None else tuple(CallHours(at.weekday, clock(at.begins), clock(at.ends)) for at in own)
    changed = value.model_dump() | {
        "greeting": greeting,
        "hand_off_number": number,
        "hand_off_hours": hours,
        "overflow_number": overflow,
        "pronunciations": pronunciations,
    }
    await practices.save_settings(session, replace(await practices.get_settings(session), **changed))


def _pronunciations(errors: FieldErrors, value: MiaValue) -> tuple[Pronunciation, ...]:
    """What is said for what is written; each once."""
    read: dict[str, Pronunciation] = {}
    for place, one in enumerate(value.pronunciations):
        written = errors.text(f"pronunciations.{place}.written", one.written, "the name as it is written")
        said_as = errors.text(f"pronunciations.{place}.said_as", one.said_as, "how Mia says it")
        if written.casefold() in read:
            errors.add(f"pronunciations.{place}.written", "This is already on the list.")
        read[written.casefold()] = Pronunciation(written, said_as)
    return tuple(read.values())


def _overflow(errors: FieldErrors, text: str, desk: str) -> str:
    """Where it rings next: nowhere, or another phone than the first."""
    number = errors.phone("overflow_number", text) if text.strip() else ""
    if number and number == desk:
        errors.add("overflow_number", "This is the hand-off number. Enter another, or leave it empty.")
    return number


async def _save_retention(session: ClinicSession, value: RetentionValue, at_most: int) -> None:
    if value.content_days > at_most:
        message = f"At most {at_most} days: this installation's limit."
        raise Invalid("Check the highlighted fields.", fields={"value.content_days": message})
    days = value.content_days if value.content_days < at_most else None
    await practices.save_settings(session, replace(await practices.get_settings(session), content_days=days))


async def _save_websites(session: ClinicSession, value: WebsitesValue) -> None:
    errors = FieldErrors()
    origins = [errors.origin(f"origins.{place}", text) for place, text in enumerate(value.origins)]
    for place, origin in enumerate(origins):
        if origin in origins[:place]:
            errors.add(f"origins.{place}", "This website is already on the list.")
    errors.close()
    await practices.save_settings(
        session, replace(await practices.get_settings(session), form_origins=tuple(origins))
    )
