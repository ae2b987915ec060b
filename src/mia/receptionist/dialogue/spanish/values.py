"""Days, times, prices and lists, as ``speaking.py`` and the front office say them, put into Spanish."""

import re
from collections.abc import Callable

_WEEKDAYS = {
    "Monday": "lunes", "Tuesday": "martes", "Wednesday": "miércoles", "Thursday": "jueves", "Friday": "viernes",
    "Saturday": "sábado", "Sunday": "domingo",
}  # fmt: skip
_MONTHS = {
    "January": "enero", "February": "febrero", "March": "marzo", "April": "abril", "May": "mayo", "June": "junio",
    "July": "julio", "August": "agosto", "September": "septiembre", "October": "octubre", "November": "noviembre",
    "December": "diciembre",
}  # fmt: skip
_COUNTS = {"two": "dos", "three": "tres", "four": "cuatro"}
_DAY = "|".join(_WEEKDAYS)
_MONTH = "|".join(_MONTHS)
_TIME = r"\d{1,2}(?::\d\d)? [AP]M|noon|mediodía"


def _clock(match: re.Match[str]) -> str:
    half = "a. m." if match[2] == "AM" else "p. m."
    return f"{match[1]} {half}"


def _day(match: re.Match[str]) -> str:
    return f"{_WEEKDAYS[match[1]]} {match[3]} de {_MONTHS[match[2]]}"


def _plural(match: re.Match[str]) -> str:
    name = _WEEKDAYS[match[1]]
    return f"los {name if name.endswith('s') else f'{name}s'}"


_STEPS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern), spanish)
    for pattern, spanish in (
        (rf" on (?=(?:{_DAY})\b)", " el "),
        (rf"\b({_DAY}), ({_MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?(?!\d)", _day),
        (rf"\b({_DAY})s\b", _plural),
        (rf"\b({_DAY}) to ({_DAY}),", lambda m: f"de {_WEEKDAYS[m[1]]} a {_WEEKDAYS[m[2]]},"),
        (rf"\b({_DAY}) and ({_DAY}),", lambda m: f"{_WEEKDAYS[m[1]]} y {_WEEKDAYS[m[2]]},"),
        (rf"\b({_DAY})\b", lambda m: _WEEKDAYS[m[1]]),
        (rf"\bat ({_TIME})", r"a las \1"),
        (rf"({_TIME}) to ({_TIME})", r"de \1 a \2"),
        (rf"({_TIME}) or ({_TIME})", r"\1 o \2"),
        (rf"\baround ({_TIME})", r"a eso de las \1"),
        (rf"\bafter ({_TIME})", r"después de las \1"),
        (rf"\bbefore ({_TIME})", r"antes de las \1"),
        (r"a las noon", "al mediodía"),
        (r"\bnoon\b", "mediodía"),
        (r"\b1(:\d\d)? ([AP])M", r"1\1 \2M"),
        (r"a las 1(?=[: ])", "a la 1"),
        (r"(\d{1,2}(?::\d\d)?) ([AP]M)", _clock),
        (r"\bin the morning\b", "por la mañana"),
        (r"\bin the (?:afternoon|evening)\b", "por la tarde"),
        (r"\bas soon as possible\b", "lo antes posible"),
        (r" is free\.", " no cuesta nada."),
        (r" starts at \$", " desde $"),
        (r" is \$", " cuesta $"),
        (r"(\$[\d,.]*\d) per unit", r"\1 por unidad"),
        (r"(\$[\d,.]*\d) per (?:syringe|vial)", r"\1 por jeringa"),
        (r"(\$[\d,.]*\d) (?:per|a) (?:session|visit|treatment)", r"\1 por sesión"),
        (r"(\$[\d,.]*\d) per tooth", r"\1 por diente"),
        (r"(\$[\d,.]*\d) per area", r"\1 por zona"),
        (r"\ban hour and a half\b", "una hora y media"),
        (r"\ban hour\b", "una hora"),
        (r"\b(\d+) minutes\b", r"\1 minutos"),
        (r"\b(two|three|four|2|3|4) hours\b", lambda m: f"{_COUNTS.get(m[1], m[1])} horas"),
        (r",? with (?=[A-Z])", " con "),
        (r"(p\. m\.|a\. m\.|mediodía) at (?=[A-Z])", r"\1 en "),
        (r"(?<=\w) at (?=[A-Z])", " en "),
        (r" at (?=\d{3}-)", " al "),
        (r" for (?=[A-Z])", " para "),
        (r", or ", ", o "),
        (r" or ", " o "),
        (r" and ", " y "),
    )
)  # fmt: skip


_WHOLE = {
    "it": "esa cita", "them": "esas citas", "your visit": "su cita", "the day we agreed on": "el día acordado",
    "today": "hoy", "tomorrow": "mañana", "that": "eso",
}  # fmt: skip
_AS_THEY_ARE = frozenset({"name", "first", "practice", "assistant", "answer", "address", "service", "phone"})
"""Values that are names, numbers or the practice's own words."""
_DAYS = frozenset({"day", "slot", "slots"})
_STARTS_WITH_DAY = re.compile("|".join(_WEEKDAYS.values()))


def value_in_spanish(name: str, value: str) -> str:
    """What a phrase takes in at ``name``."""
    if name == "call":
        return "llame" if value == "call" else "cuelgue y llame"
    if name in _AS_THEY_ARE:
        return value
    spanish = _WHOLE.get(value) or in_spanish(value)
    return f"el {spanish}" if name in _DAYS and _STARTS_WITH_DAY.match(spanish) else spanish


def in_spanish(text: str) -> str:
    """A value or a sentence of ours with its days, times, prices and joining words in Spanish; names stay."""
    for pattern, spanish in _STEPS:
        text = pattern.sub(spanish, text)
    return text
