"""Writes text the way it should be read aloud by the bundled voice.

The voice reads ``$650``, ``3:30 PM``, ``4th`` and ``305-555-0142`` well. It does not read area codes
in parentheses (a number of hundreds), email and web addresses (dots are dropped), nor markup.
"""

import re

_PHONE = re.compile(r"(?:\+?1[\s.-]?)?\(?\b(\d{3})\)?[\s.-]?(\d{3})[\s.-](\d{4})\b")
_E164 = re.compile(r"\+1(\d{3})(\d{3})(\d{4})\b")
_EMAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")
_WEB = re.compile(
    r"\b(?:https?://)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|example|health|clinic))(?:/\S*)?",
    re.IGNORECASE,
)
_WHOLE_HOUR = re.compile(r"\b(\d{1,2}):00\s?([AaPp])\.?[Mm]\b\.?")
_MONEY_RANGE = re.compile(r"\$([\d,]+)\s?[-\u2013\u2014]\s?\$?([\d,]+)")
_NO_CENTS = re.compile(r"(\$[\d,]+)\.00\b")
_MARKUP = re.compile(r"[*_`#>|]+|^\s*[-•]\s+", re.MULTILINE)
_EMOJI = re.compile("[\U0001f000-\U0001faff☀-➿️]")
_SIGNS = {".": " dot ", "@": " at ", "_": " underscore ", "-": " dash ", "+": " plus "}
_STREET = (
    (re.compile(r"\bSte\.?(?=\s+\w)"), "Suite"),
    (re.compile(r"\bBlvd\b\.?"), "Boulevard"),
    (re.compile(r"\bAve\b\.?"), "Avenue"),
    (re.compile(r"\bapprox\.", re.IGNORECASE), "approximately"),
)


def spoken(text: str) -> str:
    """Return ``text`` for the synthesiser; ``""`` when nothing in it can be said."""
    text = _EMOJI.sub("", _MARKUP.sub("", text))
    text = _EMAIL.sub(lambda m: _spell_address(m.group()), text)
    text = _WEB.sub(lambda m: _spell_address(m.group(1)), text)
    text = _E164.sub(r"\1-\2-\3", text)
    text = _PHONE.sub(r"\1-\2-\3", text)
    text = _WHOLE_HOUR.sub(lambda m: f"{m.group(1)} {m.group(2).upper()}M", text)
    text = _NO_CENTS.sub(r"\1", text)
    text = _MONEY_RANGE.sub(r"$\1 to $\2", text)
    for pattern, word in _STREET:
        text = pattern.sub(word, text)
    text = re.sub(r"\s*&\s*", " and ", text)
    text = re.sub(r"\s+", " ", text).strip()
    return text if re.search(r"[A-Za-z0-9]", text) else ""


def _spell_address(address: str) -> str:
    """``ana.lee@mail.example`` becomes ``ana dot lee at mail dot example``; digits one by one."""
    for sign, word in _SIGNS.items():
        address = address.replace(sign, word)
    address = re.sub(r"\d+", lambda m: " " + " ".join(m.group()) + " ", address)
    return re.sub(r"\s+", " ", address).strip()


_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"\u201d\u2019)]*\s+(?=[\"\u201c(]?[A-Z0-9$])")
_NOT_AN_END = re.compile(r"(?:\b(?:Dr|Mr|Mrs|Ms|St|Ste|Ave|Blvd|No|vs|a\.m|p\.m|e\.g|i\.e)|\b[A-Z])\.$")


def sentences(text: str) -> list[str]:
    """Split into sentences, in order, so that the first can be spoken while the rest is made."""
    found: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if _NOT_AN_END.search(text[start : match.start()]):
            continue
        found.append(text[start : match.start()].strip())
        start = match.end()
    found.append(text[start:].strip())
    return [s for s in found if s]
