"""Downtown Medspa: the demo practice whose receptionist the public widget plays."""

from datetime import time

from mia.clinic.practice.service import Fact, Location, PracticeSettings
from mia.sandbox.demo.downtown_services import downtown_services
from mia.sandbox.demo.sample import (
    FRIDAY,
    MONDAY,
    SATURDAY,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    WEEKDAYS,
    Person,
    PracticeSample,
    Rota,
    assemble,
    location,
)

SLUG = "downtown-medspa"
MAIN, BRANCH, WEST = "Main Office", "Downtown Branch", "Westside Clinic"

_WEEK = {day: (time(9), time(18)) for day in WEEKDAYS}
_WEEK |= {THURSDAY: (time(9), time(20)), SATURDAY: (time(10), time(15))}

_INJECTABLES = ["Botox", "Dysport", "Lip Filler", "Cheek and Jawline Filler"]

_STAFF = (
    Person(
        "Dr. Elena Marchetti",
        "Medical Director, MD",
        [*_INJECTABLES, "Skin Tightening", "Consultation"],
        (Rota(MAIN, (MONDAY, TUESDAY, THURSDAY)), Rota(BRANCH, (WEDNESDAY, FRIDAY))),
        "woman",
    ),
    Person(
        "Sofia Bennett",
        "Nurse Practitioner",
        [*_INJECTABLES, "Microneedling", "Consultation"],
        (
            Rota(BRANCH, (MONDAY, TUESDAY, THURSDAY)),
            Rota(WEST, (WEDNESDAY, FRIDAY)),
            Rota(MAIN, (SATURDAY,)),
        ),
        "woman",
    ),
    Person(
        "Priya Nair",
        "Registered Nurse, Laser",
        ["Laser Hair Removal", "IPL Photofacial", "Microneedling", "Skin Tightening", "Consultation"],
        (Rota(MAIN, (MONDAY, WEDNESDAY, FRIDAY)), Rota(WEST, (TUESDAY, THURSDAY))),
        "woman",
    ),
    Person(
        "Camila Torres",
        "Licensed Esthetician",
        ["HydraFacial", "Chemical Peel", "Microneedling"],
        (Rota(MAIN, WEEKDAYS), Rota(BRANCH, (SATURDAY,))),
        "woman",
    ),
    Person(
        "Jordan Ellis",
        "Body and Laser Specialist",
        ["Body Contouring", "Laser Hair Removal", "IPL Photofacial", "HydraFacial"],
        (Rota(BRANCH, (MONDAY, TUESDAY, WEDNESDAY, THURSDAY)), Rota(WEST, (FRIDAY, SATURDAY))),
    ),
    Person(
        "Dr. Marcus Hale",
        "Dentist, DDS",
        ["Dental Cleaning", "Teeth Whitening", "Consultation"],
        (Rota(WEST, WEEKDAYS), Rota(MAIN, (SATURDAY,))),
        "man",
    ),
)

_FACTS = (
    Fact(
        "payment",
        ("how can I pay", "do you take credit cards", "do you offer financing", "payment plans"),
        "We take all major credit cards, cash and HSA or FSA cards, and we offer monthly payment plans.",
        "Aceptamos las principales tarjetas de crédito, efectivo y tarjetas HSA o FSA, y ofrecemos planes de pago "
        "mensuales.",
    ),
    Fact(
        "insurance",
        ("do you take insurance", "is it covered by insurance", "which insurance do you accept"),
        "Aesthetic treatments are not covered by insurance. For dental cleanings we work with most PPO plans.",
        "El seguro no cubre los tratamientos estéticos. Para limpiezas dentales trabajamos con la mayoría de los "
        "planes PPO.",
    ),
    Fact(
        "cancellation",
        ("what is your cancellation policy", "can I cancel", "is there a cancellation fee"),
        "You can cancel or move a visit free of charge up to 24 hours before. After that there is a $50 fee.",
        "Puede cancelar o cambiar su cita sin costo hasta 24 horas antes. Después de eso se cobran $50.",
    ),
    Fact(
        "new patients",
        ("are you taking new patients", "it is my first visit", "what should I bring"),
        "New patients are welcome. Please bring a photo ID and a list of your medications, and come ten minutes "
        "early.",
        "Con gusto recibimos pacientes nuevos. Por favor traiga una identificación con foto y una lista de sus "
        "medicamentos, y llegue diez minutos antes.",
    ),
    Fact(
        "botox duration",
        ("how long does Botox last", "how often do I need Botox"),
        "Botox usually lasts three to four months. Most of our patients come back every twelve weeks.",
        "El Botox suele durar de tres a cuatro meses. La mayoría de nuestros pacientes regresa cada doce semanas.",
    ),
    Fact(
        "filler duration",
        ("how long does filler last", "how long do lip fillers last"),
        "Lip filler usually lasts six to nine months, and cheek or jawline filler twelve to eighteen months.",
        "El relleno de labios suele durar de seis a nueve meses, y el de pómulos o mandíbula de doce a dieciocho.",
    ),
    Fact(
        "preparation",
        ("how do I prepare", "what should I avoid before my visit"),
        "Please come without makeup on the area to be treated and avoid alcohol for 24 hours before injections. "
        "Your provider will go over everything else with you.",
        "Por favor venga sin maquillaje en la zona que vamos a tratar y no tome alcohol en las 24 horas antes de "
        "una inyección. Su especialista le explicará todo lo demás.",
    ),
    Fact(
        "consultation",
        ("is the consultation free", "do I need a consultation first"),
        "A consultation is complimentary and takes about thirty minutes. It is a good start if you are not sure "
        "which treatment is right for you.",
        "La consulta es gratis y dura unos treinta minutos. Es un buen comienzo si no sabe qué tratamiento le "
        "conviene.",
    ),
    Fact(
        "gift cards",
        ("do you sell gift cards", "can I buy a gift card"),
        "Yes, we sell gift cards for any amount at each of our locations.",
        "Sí, vendemos tarjetas de regalo por cualquier monto en todas nuestras sucursales.",
    ),
    Fact(
        "memberships",
        ("do you have a membership", "are there discounts"),
        "Our membership is $149 a month. It includes a HydraFacial each month and ten percent off injectables.",
        "Nuestra membresía cuesta $149 al mes. Incluye un HydraFacial cada mes y diez por ciento de descuento en "
        "inyectables.",
    ),
)


_SETTINGS = PracticeSettings(
    phone="+13055550100",
    hand_off_number="+13055550101",
    greeting="Hi, thanks for calling Downtown Medspa, this is Mia, the AI receptionist. How can I help?",
    front_desk_cents_per_hour=2840,
    follows_up_leads=True,
    asks_for_ratings=True,
)


def downtown_medspa() -> PracticeSample:
    """The practice as it is entered on an empty database."""
    return assemble(
        SLUG,
        "Downtown Medspa",
        _SETTINGS,
        places=_places(),
        week=_WEEK,
        services=downtown_services(),
        staff=_STAFF,
        rooms_each=3,
        facts=_FACTS,
    )


def _places() -> tuple[Location, ...]:
    return (
        location(
            MAIN,
            "120 Coral Bay Boulevard, Suite 400, Miami, Florida 33132",
            "We are on the fourth floor of the glass building across from the park.",
            "There is a garage in the building; we validate two hours.",
            "Estamos en el cuarto piso del edificio de vidrio, frente al parque.",
            "El edificio tiene estacionamiento; le validamos dos horas.",
        ),
        location(
            BRANCH,
            "45 Mango Street, Miami, Florida 33130",
            "We are at street level, two blocks west of the train station.",
            "Street parking, and a public garage next door.",
            "Estamos a nivel de calle, a dos cuadras al oeste de la estación de tren.",
            "Puede estacionarse en la calle o en el estacionamiento público de al lado.",
        ),
        location(
            WEST,
            "8800 Heron Road, Miami, Florida 33165",
            "We are in the Westside Plaza, between the bakery and the pharmacy.",
            "Free parking in front of the door.",
            "Estamos en Westside Plaza, entre la panadería y la farmacia.",
            "Hay estacionamiento gratis frente a la puerta.",
        ),
    )
