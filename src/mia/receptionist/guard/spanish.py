"""Turns the Spanish words in which times, prices and outcomes are told into English ones."""

import re

_SIGNS = re.compile(
    r"\b(?:el|la|los|las|de|del|que|su|sus|tu|para|con|una|un|es|esta|por|y|en|le|se|nos|cita|puede|quedo|queda|ha|he|"
    r"hemos|cuesta|dolares|usted|gracias|lunes|martes|miercoles|jueves|viernes|sabado|domingo|hola|tengo|tenemos)\b"
)
_LEAST = 2
"""Spanish words from which a text is taken for Spanish."""
_NUMBERS = {
    "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10,
    "once": 11, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciseis": 16, "diecisiete": 17,
    "dieciocho": 18, "diecinueve": 19, "veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60,
    "setenta": 70, "ochenta": 80, "noventa": 90, "cien": 100, "ciento": 100, "doscientos": 200, "trescientos": 300,
    "cuatrocientos": 400, "quinientos": 500, "seiscientos": 600, "setecientos": 700, "ochocientos": 800,
    "novecientos": 900, "mil": 1000,
}  # fmt: skip
_WORDS = {
    "lunes": "monday", "martes": "tuesday", "miercoles": "wednesday", "jueves": "thursday", "viernes": "friday",
    "sabado": "saturday", "domingo": "sunday", "hoy": "today", "dolares": "dollars", "centavos": "cents",
    "enero": "january", "febrero": "february", "marzo": "march", "abril": "april", "mayo": "may", "junio": "june",
    "julio": "july", "agosto": "august", "septiembre": "september", "octubre": "october", "noviembre": "november",
    "diciembre": "december", "mediodia": "noon", "gratis": "free of charge", "unidad": "unit", "jeringa": "syringe",
    "sesion": "session", "equipo": "team", **{word: str(number) for word, number in _NUMBERS.items()},
}  # fmt: skip
_DO = r"(?=reserv|agend|program|apart|confirm|cancel|cambi|mov)"
_PHRASES = tuple(
    (re.compile(rf"\b(?:{spanish})\b"), english)
    for spanish, english in (
        (r"(\d{1,2}) y media", r"\1:30"),
        (r"(\d{1,2}) y cuarto", r"\1:15"),
        (r"(\d{1,2}) menos cuarto", r"quarter to \1"),
        (r"(?:a|para|desde|hasta|entre) las? una", "at 1"),
        (r"(?:a|para|desde|hasta|entre) las? (?=\d)", "at "),
        ("de la manana", "in the morning"),
        ("de la tarde", "in the afternoon"),
        ("de la noche", "in the evening"),
        ("manana", "tomorrow"),
        (r"(\d{1,2}) de (?=january|february|march|april|may|june|july|august|september|october|november|december)",
         r"\1 of "),
        ("por ciento", "percent"),
        ("por (?=unit|syringe|session)", "per "),
        ("(?:cuesta|vale|sale en|precio es(?: de)?)", "costs"),
        (r"(?:(?:su|tu|la) )?(?:cita|reserva|visita)(?: ya)? (?:esta|queda|quedo|fue|ha sido|es|sera)",
         "your appointment is"),
        (rf"(?:esta|queda|quedo|fue|ha sido|ha quedado|quedado) {_DO}", "it is "),
        (rf"(?:ya )?(?:he|hemos|le|te|se) {_DO}", "i have "),
        (r"reserv(?:ad[oa]s?|e|amos|o)", "booked"),
        (r"(?:agend|program|apart)(?:ad[oa]s?|e|amos|o)", "booked"),
        (r"confirm(?:ad[oa]s?|e|amos|o)", "confirmed"),
        (r"cancel(?:ad[oa]s?|e|amos|o)", "canceled"),
        (r"(?:cambi|mov|reprogram)(?:ad[oa]s?|id[oa]s?|e|i|amos|o)", "moved"),
        (r"(?:todo |ya esta )listo", "all set"),
        (r"(?:le|te|lo|la) esperamos|nos vemos", "see you then"),
        (r"(?:avis|inform|notific)(?:ad[oa]s?|e|amos)(?= (?:a|al) )", "i told the"),
    )
)  # fmt: skip


def in_english(line: str) -> str:
    """A plain text with Spanish words for claims replaced; texts in other languages as they are."""
    if len(_SIGNS.findall(line)) < _LEAST:
        return line
    line = " ".join(_WORDS.get(word, word) for word in line.split())
    for pattern, english in _PHRASES:
        line = pattern.sub(english, line)
    return line
