"""The demo practice's catalogue: prices, durations and recall intervals as US practices publish them."""

from mia.clinic.schedule.service import Service
from mia.sandbox.demo.sample import Recall, service

_INJECTABLES, _FILLERS, _LASER = "Botox/Injectables", "Dermal Fillers", "Laser Treatments"
_FACIAL, _BODY = "Facial Treatments", "Body Contouring"


def downtown_services() -> tuple[Service, ...]:
    """All services, in the order in which they are read out."""
    return (*_injectables(), *_skin(), *_laser_and_body(), *_teeth(), _consultation())


def _injectables() -> list[Service]:
    return [
        service(
            "Botox", _INJECTABLES, 30, 475, "a typical visit; 13 dollars a unit",
            "Injections that relax the lines of forehead, brow and eyes. Results show within two weeks.",
            ("botox injections", "wrinkle injections", "forehead lines", "crow's feet", "frown lines", "tox"),
            recall=Recall(84, 84, 98), family="neurotoxin",
            spanish="Inyecciones que relajan las líneas de frente, entrecejo y ojos. Hacen efecto en dos semanas.",
        ),
        service(
            "Dysport", _INJECTABLES, 30, 450, "a typical visit; 5 dollars a unit",
            "An alternative to Botox that often sets in a little faster.",
            ("dysport injections", "this port"),
            recall=Recall(84, 84, 98), family="neurotoxin",
            spanish="Una alternativa al Botox que muchas veces hace efecto un poco más rápido.",
        ),
        service(
            "Lip Filler", _FILLERS, 45, 715, "per syringe",
            "Hyaluronic acid filler for fuller or more even lips.",
            ("lip fillers", "lip injections", "lip augmentation", "fuller lips", "juvederm lips"),
            recall=Recall(28, 213, 241),
            spanish="Relleno de ácido hialurónico para unos labios más llenos o más parejos.",
        ),
        service(
            "Cheek and Jawline Filler", _FILLERS, 60, 850, "per syringe",
            "Filler that restores volume and contour in cheeks, chin and jawline.",
            ("cheek filler", "jawline filler", "jaw filler", "chin filler", "dermal filler", "facial filler"),
            recall=Recall(28, 365, 407),
            spanish="Relleno que devuelve volumen y contorno a pómulos, mentón y mandíbula.",
        ),
    ]  # fmt: skip


def _skin() -> list[Service]:
    return [
        service(
            "HydraFacial", _FACIAL, 60, 199, "per session",
            "Cleansing, exfoliation and hydration in one treatment, without downtime.",
            ("hydra facial", "facial", "deep cleansing facial", "hydrating facial"),
            recall=Recall(21, 28, 42),
            spanish="Limpieza, exfoliación e hidratación en un solo tratamiento, sin tiempo de recuperación.",
        ),
        service(
            "Chemical Peel", _FACIAL, 45, 180, "per session",
            "A superficial peel for brighter and more even skin.",
            ("peel", "face peel", "skin peel", "glycolic peel"),
            recall=Recall(21, 35, 56),
            spanish="Un peeling superficial para una piel más luminosa y pareja.",
        ),
        service(
            "Microneedling", _FACIAL, 60, 450, "per session; series of three save ten percent",
            "Fine needles that prompt the skin to build collagen, for scars, pores and texture.",
            ("micro needling", "collagen induction", "skin needling", "dermaroller"),
            recall=Recall(28, 35, 49),
            spanish="Agujas finas que estimulan el colágeno de la piel, para cicatrices, poros y textura.",
        ),
    ]  # fmt: skip


def _laser_and_body() -> list[Service]:
    return [
        service(
            "Laser Hair Removal", _LASER, 45, 312, "per session and area",
            "Permanent hair reduction in a series of six to eight sessions.",
            ("hair removal", "laser hair", "hair laser", "bikini laser", "underarm laser"),
            recall=Recall(28, 42, 56),
            spanish="Reducción permanente del vello en una serie de seis a ocho sesiones.",
        ),
        service(
            "IPL Photofacial", _LASER, 45, 350, "per session",
            "Pulses of light against sun spots, redness and small vessels.",
            ("IPL", "I P L", "photofacial", "photo facial", "light treatment", "sun spot removal"),
            recall=Recall(21, 28, 42),
            spanish="Pulsos de luz contra manchas de sol, rojeces y venitas.",
        ),
        service(
            "Body Contouring", _BODY, 75, 1400, "per area",
            "Cooling that reduces fat on stomach, flanks or thighs, without surgery.",
            ("cool sculpting", "fat freezing", "body sculpting", "fat reduction"),
            recall=Recall(56, 70, 98),
            spanish="Frío que reduce la grasa del abdomen, los costados o los muslos, sin cirugía.",
        ),
        service(
            "Skin Tightening", _BODY, 90, 2185, "per session",
            "Radio frequency that firms the skin of face, neck or body.",
            ("radio frequency", "R F tightening", "skin firming", "neck tightening"),
            recall=Recall(84, 365, 407),
            spanish="Radiofrecuencia que reafirma la piel de la cara, el cuello o el cuerpo.",
        ),
    ]  # fmt: skip


def _teeth() -> list[Service]:
    return [
        service(
            "Dental Cleaning", "Dental Cleaning", 60, 185, "without X-rays",
            "A cleaning by the dentist with a check of teeth and gums.",
            ("teeth cleaning", "tooth cleaning", "dental hygiene", "prophylaxis", "dental checkup"),
            recall=Recall(180, 182, 212),
            spanish="Una limpieza que hace el dentista, con revisión de dientes y encías.",
        ),
        service(
            "Teeth Whitening", "Cosmetic Dentistry", 75, 450, "both arches",
            "In-office whitening, several shades in one visit.",
            ("whitening", "tooth whitening", "bleaching", "white teeth"),
            recall=Recall(180, 270, 330),
            spanish="Blanqueamiento en el consultorio, varios tonos en una sola visita.",
        ),
    ]  # fmt: skip


def _consultation() -> Service:
    return service(
        "Consultation", "General Consultation", 30, 0, "complimentary",
        "A talk with a provider about your goals and which treatment fits them.",
        ("consult", "general consultation", "free consultation", "first visit", "evaluation", "assessment"),
        buffer=0,
        spanish="Una plática con un especialista sobre lo que usted busca y qué tratamiento le conviene.",
    )  # fmt: skip
