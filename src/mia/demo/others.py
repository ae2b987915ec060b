"""The house itself, where prospects book a demo, and a small dental practice for users with two clinics."""

from datetime import time

from mia.clinics.service import Fact, PracticeSettings
from mia.demo.sample import (
    WEEKDAYS,
    PracticeSample,
    Recall,
    Rota,
    location,
    opening_hours,
    provider,
    rooms,
    service,
    shifts,
)

HOUSE_SLUG = "mia"
HARBOR_SLUG = "harbor-dental"


def house() -> PracticeSample:
    """Mia's own calendar: product demos by video."""
    places = (location("Online", "By video call", "You get the link by e-mail.", ""),)
    hours = opening_hours(places, {day: (time(9), time(18)) for day in WEEKDAYS})
    services = (
        service(
            "Product Demo", "Other", 30, 0, "complimentary",
            "A walk through Mia with your own practice in mind.",
            ("demo", "custom demo", "book a demo", "product tour"), buffer=0,
        ),
    )  # fmt: skip
    hosts = [
        provider("Avery Quinn", "Practice Advisor", ["Product Demo"], services),
        provider("Noor Haddad", "Practice Advisor", ["Product Demo"], services),
    ]
    rota = [Rota("Online", tuple(WEEKDAYS))]
    return PracticeSample(
        slug=HOUSE_SLUG,
        name="Mia",
        timezone="America/New_York",
        settings=PracticeSettings(
            phone="+13055550190",
            hand_off_number="+13055550191",
            greeting="Hello, this is Mia, the AI front office. How can I help?",
            front_desk_cents_per_hour=2400,
        ),
        locations=places,
        hours=hours,
        facts=(
            Fact(
                "what is Mia",
                ("what is Mia", "what do you do"),
                "Mia is an AI front office for medical aesthetic, dental and wellness practices: she answers calls "
                "and messages, books visits and brings overdue patients back.",
            ),
        ),
        services=services,
        providers=tuple(hosts),
        shifts=tuple(shift for host in hosts for shift in shifts(host, rota, places, hours)),
        rooms=rooms(places, 2),
    )


def harbor_dental() -> PracticeSample:
    """One location, two people, teeth only."""
    places = (
        location(
            "Harbor Office", "310 Harbor Drive, Key Biscayne, Florida 33149",
            "We are next to the marina, on the ground floor.", "Free parking at the marina.",
        ),
    )  # fmt: skip
    hours = opening_hours(places, {day: (time(8), time(17)) for day in WEEKDAYS})
    services = (
        service(
            "Dental Cleaning", "Dental Cleaning", 60, 190, "without X-rays",
            "A cleaning with a check of teeth and gums.",
            ("teeth cleaning", "dental hygiene", "checkup"), recall=Recall(180, 182, 212),
        ),
        service(
            "Teeth Whitening", "Cosmetic Dentistry", 75, 425, "both arches",
            "In-office whitening in one visit.",
            ("whitening", "bleaching"), recall=Recall(180, 270, 330),
        ),
        service(
            "Consultation", "General Consultation", 30, 0, "complimentary",
            "A talk with the dentist about your teeth.", ("consult", "first visit"), buffer=0,
        ),
    )  # fmt: skip
    every = [item.name for item in services]
    staff = [
        provider("Dr. Ingrid Solberg", "Dentist, DMD", every, services),
        provider("Theo Park", "Dental Hygienist", ["Dental Cleaning"], services),
    ]
    rota = [Rota("Harbor Office", tuple(WEEKDAYS))]
    return PracticeSample(
        slug=HARBOR_SLUG,
        name="Harbor Dental",
        timezone="America/New_York",
        settings=PracticeSettings(
            phone="+13055550180",
            hand_off_number="+13055550181",
            greeting="Harbor Dental, this is Mia, the AI receptionist. How can I help?",
            front_desk_cents_per_hour=2200,
        ),
        locations=places,
        hours=hours,
        facts=(),
        services=services,
        providers=tuple(staff),
        shifts=tuple(shift for person in staff for shift in shifts(person, rota, places, hours)),
        rooms=rooms(places, 2),
    )
