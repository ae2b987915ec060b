"""What Mia asks a simulated patient, by kind of question."""

import re
from collections.abc import Sequence

_QUESTIONS: Sequence[tuple[str, str]] = (
    ("again", r"take your time|go ahead whenever|and the rest"),
    ("fix", r"what should i change|what'?s not right|which part should i fix|what to change"),
    ("code", r"(?<!area )code\b"),
    ("person", r"(someone|somebody|a person|our team|team member)\b.*\b(call|help|reach|get back)"),
    ("confirm", r"(is that|that'?s|all that) (right|correct)|correct\?|sound right"
     r"|shall i (go ahead|book|cancel|move)|should i (book|cancel|move)|book it\?|want me to (book|cancel)"
     r"|did i get"),
    ("danger", r"happening (right )?now|emergency\?|in danger"),
    ("birth", r"birth"),
    ("email", r"e-?mail"),
    ("contact", r"\bname\b.*\b(phone|number)\b"),
    ("spell", r"\bspell"),
    ("phone", r"\b(phone|number|reach you|area code|digits)\b"),
    ("name", r"\bname\b|who is (it|this) for|who am i"),
    ("place", r"which (location|office|of our)|address of"),
    ("when", r"\bwhen\b|what (day|time|date)|which day|another day|days? (and|or) time"),
    ("service", r"(what|which) (service|treatment)|come in for|what would you like (to (book|have)|done)"),
    ("time", r"which (one|of|would)"
     r"|(which|do any|does (any|either|that|one)|would (any|either|that|one)).*(time|work|suit|best|better|fit)"),
    ("offer", r"would you like (me )?to (book|schedule|come|set)|like to (book|schedule)"
     r"|shall i (look|find|check)"),
    ("else", r"anything else|what else|help (you )?with|can i do for you"),
)  # fmt: skip
_IN_SPANISH: Sequence[tuple[str, str]] = (
    ("again", r"tómese su tiempo|dígame\.|¿y el resto"),
    ("fix", r"qué le cambio|dígame qué cambiar"),
    ("code", r"\bcódigo (?!de área)"),
    ("person", r"(alguien|nuestro equipo)\b.*\bllam"),
    ("confirm", r"está correcto|¿la (reservo|cancelo)|¿cancelo|es correcto\?|la reservo\?|sí o no"),
    ("danger", r"ahora mismo\?"),
    ("birth", r"nacimiento"),
    ("email", r"\bcorreo\b"),
    ("contact", r"\bnombre\b.*\bteléfono\b"),
    ("phone", r"\b(teléfono|número)\b"),
    ("name", r"\b(nombre|apellido)\b"),
    ("place", r"qué sede|de cuál"),
    ("when", r"qué (otro )?día|cuándo"),
    ("service", r"qué tratamiento|cuál le interesa"),
    ("time", r"cuál prefiere|¿le conviene|cuál de ell"),
    ("offer", r"quiere hacer una cita|le busco una hora"),
    ("else", r"algo más|puedo ayudar|qué necesita|qué más"),
)  # fmt: skip


def question_in(said: str) -> str:
    """What Mia wants to know, judged by the last thing she asked; ``other`` when that is none of ours."""
    parts = re.split(r"(?<=[.!?])\s+", said)
    asked = [part for part in parts if part.endswith("?")]
    for sentence in reversed(asked or parts):
        for kind, pattern in (*_QUESTIONS, *_IN_SPANISH):
            if re.search(pattern, sentence, re.IGNORECASE):
                return kind
    return "other"
