"""What patients are written about their visits: day and time, never the treatment (45 CFR 164.502(b))."""

from datetime import datetime

from mia.clinic.patients.service import display_phone
from mia.clinic.practice.service import Practice
from mia.clinic.schedule.service import spoken_time
from mia.platform.mail.service import Message

_SUBJECTS = {
    "booked": "Your appointment at {name} is booked",
    "moved": "Your appointment at {name} has a new time",
    "cancelled": "Your appointment at {name} is canceled",
}


def notice_text(practice: Practice, kind: str, name: str, visit_at: datetime, link: str) -> str:
    """The text about a visit: who writes, what is new, the visit's own link, how to answer, how to stop."""
    return (
        f"{practice.name}: Hi {name.split()[0]}, {_news(practice, kind, visit_at)} {_answer(kind, link)} "
        "STOP to opt out."
    )


def notice_mail(practice: Practice, kind: str, name: str, visit_at: datetime, address: str, link: str) -> Message:
    """The same by mail, with who it is from and how to stop."""
    phone = display_phone(practice.settings.phone)
    place = practice.locations[0].address if practice.locations else ""
    text = (
        f"Hi {name.split()[0]},\n\n{_news(practice, kind, visit_at)}\n\n"
        f"{_own_link(kind, link)}"
        f"If that doesn't work for you, call or text us at {phone}. Mia, our AI assistant, answers 24/7.\n\n"
        f"{practice.name}\n{place}\n\n"
        f"You received this email because you have an appointment with us. To stop these emails, text STOP to "
        f"{phone} or reply to this email.\n"
    )
    return Message(to=address, subject=_SUBJECTS[kind].format(name=practice.name), text=text)


def history_line(practice: Practice, kind: str, visit_at: datetime) -> str:
    """What staff read of it in the history."""
    when = spoken_time(visit_at, practice.zone)
    return {
        "booked": f"Notified of the appointment on {when}",
        "moved": f"Notified that the appointment moved to {when}",
        "cancelled": f"Notified that the appointment on {when} is canceled",
    }[kind]


def to_be_told(practice: Practice, kind: str, visit_at: datetime) -> str:
    """What a person has to say on the phone, as a sentence of a task."""
    when = spoken_time(visit_at, practice.zone)
    return {
        "booked": f"Please call to tell them: an appointment is booked for {when}.",
        "moved": f"Please call to tell them: their appointment moved to {when}.",
        "cancelled": f"Please call to tell them: their appointment on {when} is canceled.",
    }[kind]


def _news(practice: Practice, kind: str, visit_at: datetime) -> str:
    when = spoken_time(visit_at, practice.zone)
    return {
        "booked": f"your appointment is booked for {when}.",
        "moved": f"your appointment moved to {when}.",
        "cancelled": f"we had to cancel your appointment on {when}.",
    }[kind]


def _answer(kind: str, link: str) -> str:
    if kind == "cancelled":
        return "Reply with a day and Mia, our AI, will find a new time."
    return f"Move or cancel it: {link} Or reply here; Mia, our AI, can help."


def _own_link(kind: str, link: str) -> str:
    return "" if kind == "cancelled" else f"View, move or cancel your appointment:\n{link}\n\n"
