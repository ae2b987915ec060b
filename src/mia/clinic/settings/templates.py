"""Catalogues that a new practice can begin with, by its kind. They have no prices: those are the practice's own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TemplateService:
    """A service as most practices offer it. ``family`` is that of ``clinic/recalls/rules.py``."""

    name: str
    category: str
    family: str
    minutes: int
    cleanup_minutes: int
    aliases: tuple[str, ...]
    description: str


@dataclass(frozen=True)
class Template:
    """What practices of one kind offer."""

    kind: str
    label: str
    services: tuple[TemplateService, ...]


_INJECTABLES, _FILLERS, _LASER = "Botox/Injectables", "Dermal Fillers", "Laser Treatments"
_FACIAL, _BODY, _CONSULTATION = "Facial Treatments", "Body Contouring", "General Consultation"
_CLEANING, _COSMETIC, _OTHER = "Dental Cleaning", "Cosmetic Dentistry", "Other"


def _service(
    name: str,
    category: str,
    minutes: int,
    aliases: tuple[str, ...],
    description: str,
    family: str = "",
    cleanup: int = 10,
) -> TemplateService:
    return TemplateService(name, category, family or name.lower(), minutes, cleanup, aliases, description)


_CONSULT = _service(
    "Consultation", _CONSULTATION, 30, ("consult", "first visit", "evaluation", "assessment"),
    "A talk with a provider about your goals and which treatment fits them.", cleanup=0,
)  # fmt: skip

TEMPLATES = (
    Template(
        "medspa", "Medspa or dermatology",
        (
            _CONSULT,
            _service("Botox", _INJECTABLES, 30, ("botox injections", "wrinkle injections", "forehead lines", "tox"),
                     "Injections that relax the lines of forehead, brow and eyes.", "neurotoxin"),
            _service("Dysport", _INJECTABLES, 30, ("dysport injections",),
                     "An alternative to Botox that often sets in a little faster.", "neurotoxin"),
            _service("Lip Filler", _FILLERS, 45, ("lip injections", "lip augmentation", "fuller lips"),
                     "Hyaluronic acid filler for fuller or more even lips."),
            _service("Cheek and Jawline Filler", _FILLERS, 60, ("cheek filler", "jawline filler", "chin filler"),
                     "Filler that restores volume and contour in cheeks, chin and jawline."),
            _service("HydraFacial", _FACIAL, 60, ("facial", "deep cleansing facial"),
                     "Cleansing, exfoliation and hydration in one treatment."),
            _service("Chemical Peel", _FACIAL, 45, ("peel", "skin peel", "glycolic peel"),
                     "A superficial peel for brighter and more even skin."),
            _service("Microneedling", _FACIAL, 60, ("micro needling", "collagen induction"),
                     "Fine needles that prompt the skin to build collagen."),
            _service("Laser Hair Removal", _LASER, 45, ("hair removal", "laser hair"),
                     "Hair reduction in a series of sessions."),
            _service("IPL Photofacial", _LASER, 45, ("IPL", "photofacial", "sun spot removal"),
                     "Pulses of light against sun spots, redness and small vessels."),
            _service("Body Contouring", _BODY, 75, ("body sculpting", "fat reduction", "fat freezing"),
                     "Reduces fat on stomach, flanks or thighs without surgery.", cleanup=15),
            _service("Skin Tightening", _BODY, 90, ("skin firming", "radio frequency"),
                     "Firms the skin of face, neck or body.", cleanup=15),
        ),
    ),
    Template(
        "dental", "Dental",
        (
            _service("New Patient Exam", _CONSULTATION, 60, ("new patient visit", "first visit", "exam", "checkup"),
                     "An exam with the dentist, X-rays as needed, and a plan.", "dental exam"),
            _service("Dental Cleaning", _CLEANING, 60, ("teeth cleaning", "hygiene", "prophylaxis"),
                     "A cleaning with a check of teeth and gums."),
            _service("Perio Maintenance", _CLEANING, 60, ("periodontal cleaning", "gum cleaning"),
                     "A cleaning for patients who were treated for gum disease."),
            _service("Filling", _OTHER, 60, ("cavity", "tooth filling"), "Repairs a cavity in one visit."),
            _service("Crown", _OTHER, 90, ("dental crown", "cap"), "Covers and protects a damaged tooth."),
            _service("Emergency Exam", _CONSULTATION, 30, ("toothache", "broken tooth", "chipped tooth"),
                     "A short visit for pain or a broken tooth.", "dental exam"),
            _service("Teeth Whitening", _COSMETIC, 75, ("whitening", "bleaching"),
                     "In-office whitening, several shades in one visit."),
            _service("Veneer Consultation", _COSMETIC, 30, ("veneers", "smile makeover"),
                     "A talk about veneers and what they can do for your smile.", "consultation", 0),
            _service("Clear Aligner Consultation", _COSMETIC, 30, ("aligners", "straighten teeth"),
                     "A talk about straightening teeth with clear aligners.", "consultation", 0),
        ),
    ),
    Template(
        "wellness", "Wellness",
        (
            _CONSULT,
            _service("Medical Weight Loss Visit", _OTHER, 30, ("weight loss", "weight management"),
                     "A visit with a provider of the weight program.", "medical weight loss"),
            _service("IV Hydration", _OTHER, 45, ("IV drip", "IV therapy", "hydration drip"),
                     "Fluids and vitamins by infusion."),
            _service("Vitamin Injection", _OTHER, 15, ("B12 shot", "vitamin shot"),
                     "A vitamin injection.", cleanup=5),
            _service("Hormone Consultation", _CONSULTATION, 45, ("hormone therapy", "HRT"),
                     "A talk with a provider about hormone therapy.", "consultation", 0),
            _service("Massage", _OTHER, 60, ("massage therapy", "deep tissue massage"),
                     "Massage by a licensed therapist."),
            _service("Acupuncture", _OTHER, 60, (), "A session with a licensed acupuncturist."),
            _service("Facial", _FACIAL, 60, ("facial treatment",),
                     "Cleansing, exfoliation and care for your skin."),
        ),
    ),
)  # fmt: skip
"""In the order in which they are offered."""
