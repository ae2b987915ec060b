"""The house itself, where practice owners book a demo, and a small dental practice for users with two clinics."""

from datetime import time

from mia.clinic.practice.service import Fact, PracticeSettings
from mia.sandbox.demo.sample import WEEKDAYS, Person, PracticeSample, Recall, Rota, assemble, location, service

HOUSE_SLUG = "mia"
HARBOR_SLUG = "harbor-dental"

_HOUSE = PracticeSettings(
    phone="+13055550190",
    hand_off_number="+13055550191",
    greeting="Hello, this is Mia, the AI front office. How can I help?",
    front_desk_cents_per_hour=2400,
)
_HARBOR = PracticeSettings(
    phone="+13055550180",
    hand_off_number="+13055550181",
    greeting="Harbor Dental, this is Mia, the AI receptionist. How can I help?",
    front_desk_cents_per_hour=2200,
)
_ABOUT_MIA = Fact(
    "what is Mia",
    ("what is Mia", "what do you do"),
    "Mia is an AI front office for medical aesthetic, dental and wellness practices: she answers calls and "
    "messages, books visits and brings overdue patients back.",
    "Mia es una recepción con inteligencia artificial para clínicas de medicina estética, dentales y de bienestar: "
    "atiende llamadas y mensajes, agenda citas y contacta a los pacientes a los que ya les toca regresar.",
)


def house() -> PracticeSample:
    """Mia's own calendar: product demos by video."""
    product_demo = service(
        "Product Demo", "Other", 30, 0, "complimentary",
        "A walk through Mia with your own practice in mind.",
        ("demo", "custom demo", "book a demo", "product tour"), buffer=0,
        spanish="Un recorrido por Mia pensado para su clínica.",
    )  # fmt: skip
    online = (Rota("Online", WEEKDAYS),)
    return assemble(
        HOUSE_SLUG,
        "Mia",
        _HOUSE,
        places=(location("Online", "By video call", "You get the link by email.", ""),),
        week={day: (time(9), time(18)) for day in WEEKDAYS},
        services=(product_demo,),
        staff=[
            Person("Avery Quinn", "Practice Advisor", [product_demo.name], online),
            Person("Noor Haddad", "Practice Advisor", [product_demo.name], online),
        ],
        rooms_each=2,
        facts=(_ABOUT_MIA,),
    )


def harbor_dental() -> PracticeSample:
    """One location, two people, teeth only."""
    cleaning = service(
        "Dental Cleaning", "Dental Cleaning", 60, 190, "without X-rays",
        "A cleaning with a check of teeth and gums.",
        ("teeth cleaning", "dental hygiene", "checkup"), recall=Recall(180, 182, 212),
        spanish="Una limpieza con revisión de dientes y encías.",
    )  # fmt: skip
    whitening = service(
        "Teeth Whitening", "Cosmetic Dentistry", 75, 425, "both arches",
        "In-office whitening in one visit.",
        ("whitening", "bleaching"), recall=Recall(180, 270, 330),
        spanish="Blanqueamiento en el consultorio, en una sola visita.",
    )  # fmt: skip
    consultation = service(
        "Consultation", "General Consultation", 30, 0, "complimentary",
        "A talk with the dentist about your teeth.", ("consult", "first visit"), buffer=0,
        spanish="Una plática con el dentista sobre sus dientes.",
    )  # fmt: skip
    services = (cleaning, whitening, consultation)
    office = location(
        "Harbor Office",
        "310 Marina Walk, Harbor Point, Florida 33149",
        "We are next to the marina, on the ground floor.",
        "Free parking at the marina.",
        "Estamos junto a la marina, en la planta baja.",
        "El estacionamiento de la marina es gratis.",
    )
    rota = (Rota(office.name, WEEKDAYS),)
    return assemble(
        HARBOR_SLUG,
        "Harbor Dental",
        _HARBOR,
        places=(office,),
        week={day: (time(8), time(17)) for day in WEEKDAYS},
        services=services,
        staff=[
            Person("Dr. Ingrid Solberg", "Dentist, DMD", [item.name for item in services], rota, "woman"),
            Person("Theo Park", "Dental Hygienist", [cleaning.name], rota, "man"),
        ],
        rooms_each=2,
    )
