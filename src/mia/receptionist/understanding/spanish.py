"""Spanish, as people write it, put into the English that everything else understands.

No translation of prose: expressions and words of ``data/spanish.txt`` are replaced where they stand, and the rest
(names, numbers, addresses) stays as it was written.
"""

import re
import unicodedata
from functools import cache, partial

from mia.receptionist import data
from mia.receptionist.understanding.spanish_spelling import fold, spelled_right, words

_ONLY_SPANISH = re.compile(
    r"\b(?:el|los|las|una|del|que|para|por|con|pero|muy|hola|gracias|cita|citas|quiero|quisiera|necesito|"
    r"tengo|tienen|tiene|puedo|puede|pueden|cuanto|cuesta|cuando|donde|como|estoy|esta|estan|soy|llamo|"
    r"buenos|buenas|dias|tardes|noches|lunes|martes|miercoles|jueves|viernes|sabado|domingo|manana|hoy|"
    r"mi|mis|su|nos|usted|ustedes|hacer|agendar|reservar|cancelar|cambiar|ayuda|espanol|si|adios|favor|"
    r"hija|hijo|esposa|esposo|labios|dientes|limpieza|abren|cierran|horario|precio|llamen|llamame|no me(?= \w)|"
    r"correcto|perfecto|claro|tambien|ahora|numero|telefono|nombre|despues|antes|proxima|proximo|semana|persona|"
    r"asi|mismo|mero|exacto|andale|orale|bueno|entonces|otra|otro|porque|"
    r"aceptan|atienden|trabajan|credito|cuestan|ofrecen|hacen|venden|cobran|oiga|ocupo|busco|cuantos|cuales|cual)\b"
)
_ONLY_ENGLISH = re.compile(
    r"\b(?:the|and|i|is|are|you|your|my|what|when|where|how|do|does|can|could|would|like|want|need|have|with|for|"
    r"please|yes|thanks|thank|appointment|book|cancel|at|on|of|it|that|this|to|am|hello|hi|bye)\b"
)
_WEAK = re.compile(r"\b(?:el|los|las|una|del|que|para|por|con|mi|mis|su)\b")
"""Of these, which stand in names too ("Carlos de los Santos"), none decides alone."""
_SURE = 2
"""Words of one language alone from which an utterance is taken for it."""
_SHORTEST = 4
"""Letters of a word that tells a language; shorter ones stand in both."""
_NUMBERS = (
    *("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce", "trece"),
    *("catorce", "quince", "dieciseis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno"),
    *("veintidos", "veintitres", "veinticuatro", "veinticinco", "veintiseis", "veintisiete", "veintiocho"),
    *("veintinueve", "treinta"),
)
_DAY_IN_WORDS = re.compile(
    r"\b(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|el|del|al|dia) "
    rf"(?:(treinta y uno)|({'|'.join(sorted(_NUMBERS, key=len, reverse=True))}))\b(?! (?:de la|y media|en punto))"
)
"""A day of the month in words: "el jueves tres"."""
_HOURS = ("una", *_NUMBERS[1:12])
_HOUR_IN_WORDS = re.compile(
    rf"\b(?:a|desde|hasta|tipo|sobre|entre|y|(?:antes|despues) de) las? ({'|'.join(_HOURS)})\b"
    rf"|\b({'|'.join(_HOURS)})\b(?= y (?:media|cuarto)\b)"
)
"""A time in words: "a la una", "tres y media". "Para las dos" are two people."""
_OWN_GROUP = re.compile(r"\\(\d)")
_IN_ORDER = re.compile(
    r"^\W*(?:y )?(?:(?:el|la) )?(?:primer[oa]|segund[oa]|otr[oa]|siguiente)"
    r"(?: (?:es|seria|va|para|persona))*[,:]? (?=[^\W\d_]+ [^\W\d_])",
    re.IGNORECASE,
)
"""Which of several people a name is: "primero Ana Ruiz", "la otra es Bea Ruiz"."""
_BEFORE_A_STOP = re.compile(r" +(?=[,.;:!?])")
_FOR_THE = re.compile(r"\bpa['\u2019]?l ", re.IGNORECASE)
_ACCENTED_YES = re.compile(r"\bsí\b", re.IGNORECASE)


def speaks_spanish(text: str, *, before: bool = False, names: bool = False) -> bool:
    """Whether an utterance is Spanish; ``before``: whether the last one was, which holds for names and numbers;
    ``names``: a name was asked for, so that Ola Brandt greets nobody."""
    folded = fold(spelled_right(text, names=names))
    known = sum(word in _spanish_words() for word in re.findall(r"[a-z]+", folded))
    spanish = max(len(_ONLY_SPANISH.findall(folded)), known if known >= _SURE else 0)
    spanish += len(re.findall("[¿¡]", text))
    english = len(_ONLY_ENGLISH.findall(folded))
    if spanish == english:
        return before
    if spanish > english:
        return before or spanish >= _SURE or (not english and spanish > len(_WEAK.findall(folded)))
    return before and english < _SURE


@cache
def _spanish_words() -> frozenset[str]:
    """Words that are Spanish alone, and no names."""
    others = data.word_set("ordinary_words") | data.given_names() | data.word_set("price_words")
    spanish = {word for word, english in words().items() if word != english and len(word) >= _SHORTEST}
    return frozenset(spanish - others)


def in_english(text: str, *, names: bool = False) -> str:
    """The utterance with what is Spanish in it replaced; spelling, case and place of all else are kept.

    ``names``: a name was asked for, so that a word with a capital is one ("Domingo Reyes")."""
    text = _FOR_THE.sub("para el ", _IN_ORDER.sub("", text) if names else text)
    text = spelled_right(text, names=names)
    text = _ACCENTED_YES.sub("yes", unicodedata.normalize("NFC", text)).replace("¿", " ").replace("¡", " ")
    text = _in_digits(text)
    pattern, english = _phrases()
    line, done, out = fold(text), 0, []
    for match in pattern.finditer(line):
        out += [_word_by_word(text[done : match.start()], names), match.expand(english[match.lastgroup or ""])]
        done = match.end()
    return _BEFORE_A_STOP.sub("", " ".join("".join([*out, _word_by_word(text[done:], names)]).split()))


def _in_digits(text: str) -> str:
    """Days of the month and times in digits, which is how the phrases know them: "el jueves 3", "a las 3"."""
    line = fold(text)
    found = [
        (m.span(1), 31) if m[1] else (m.span(2), _NUMBERS.index(m[2]) + 1) for m in _DAY_IN_WORDS.finditer(line)
    ]
    for match in _HOUR_IN_WORDS.finditer(line):
        group = 1 if match[1] else 2
        found.append((match.span(group), _HOURS.index(match[group]) + 1))
    for (start, end), number in sorted(found, reverse=True):
        text = f"{text[:start]}{number}{text[end:]}"
    return text


def _word_by_word(text: str, names: bool) -> str:
    english = words()
    return re.sub(
        r"[^\W\d_]+", lambda m: m[0] if names and m[0][0].isupper() else english.get(fold(m[0]), m[0]), text
    )


@cache
def _phrases() -> tuple[re.Pattern[str], dict[str, str]]:
    """All expressions as one pattern, and the English of each by the name of its group."""
    patterns, english = [], {}
    number = 0
    for place, line in enumerate(data.sections("spanish")["phrases"]):
        spanish, _, meant = line.rpartition(" =")
        name = f"p{place}"
        # A group of the line's own stands somewhere in the whole pattern: its number is counted from there.
        number += 1
        own = len(re.findall(r"\((?!\?)", spanish))
        english[name] = _OWN_GROUP.sub(partial(_in_the_whole, number), f" {meant.strip()} ")
        number += own
        patterns.append(f"(?P<{name}>{'|'.join(_bounded(each) for each in spanish.split(' | '))})")
    return re.compile("|".join(patterns)), english


def _in_the_whole(before: int, group: re.Match[str]) -> str:
    return f"\\g<{before + int(group[1])}>"


def _bounded(pattern: str) -> str:
    pattern = pattern.strip()
    start = "" if pattern.startswith("^") else r"\b"
    return f"{start}(?:{pattern})" + ("" if "(?=" in pattern else r"(?!\w)")
