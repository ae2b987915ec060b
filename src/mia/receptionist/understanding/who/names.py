"""Callers' names: said, spelled, introduced ("this is ...") or corrected ("with an s")."""

import re

from rapidfuzz import fuzz

from mia.platform.words.plain import plain
from mia.receptionist.data import given_names, word_set
from mia.receptionist.understanding.who.name_words import clean, clean_misheard, title
from mia.receptionist.understanding.who.written_names import hear_patient, hear_written, with_last_name

_INTRO = re.compile(
    r"\b(?:my (?:full |first |last )?name(?: is|'s|s)?|(?:the|her|his|their) (?:full |first |last "
    r")?name(?: is|'s|s| would be| will be)?|"
    r"first name(?: is|'s)?|(?:put|book|schedule)(?: (?:it|that|me|us|him|her|down))* (?:under|as|"
    r"for|down)|(?:can|could|just|please|so) put(?: down)?|(?<=[,.;] )put(?: down)?|it(?: is|'s) under|"
    r"name(?: is|'s| of| would be| should be| will be)|call me|this is|speaking is|you(?: are|'re) "
    r"speaking (?:to|with)|(?:me|se) llaman?|me llamo|mi nombre es|"
    r"(?:his|hers|theirs)(?: is|'s)|it(?: is|'s) for|under the name(?: of)?|i(?: am|'m) called"
    r"|(?:in|under) (?:my|his|her|their|our) (?:(?:[\w]+['\u2019]s?) )?name,?)\s+",
    re.IGNORECASE,
)
_FIRST_AND_LAST = re.compile(
    r"\b(?:first|given)(?: named?)?(?: is|'s)?,? ([\w'-]+),?\W+(?:and )?(?:my )?"
    r"(?:last(?: named?)?|family name|surname)(?: "
    r"is|'s)?,? ([\w'-]+)",
    re.IGNORECASE,
)
_IS_LAST_IS_FIRST = re.compile(
    r"\b([\w'-]+) is (?:the |my )?(?:family|last) name\W+(?:and )?([\w'-]+) is (?:the |my )?(?:first|given)\b",
    re.IGNORECASE,
)
_WHICH_PART = re.compile(
    r"(?<=[.;,] )([\w'-]+) (?:is|being) (?:the |my |our |her |his )?(?:family|last|first|given) name\b",
    re.IGNORECASE,
)
"""Which word of a name that was just said is which: "Pham Thi Lan. Pham is the family name"."""
_NO_FIRST_NAMES = frozenset({"it's", "its", "is", "name", "last", "first", "family", "surname", "my", "yes", "the"})
_LAST_AND_FIRST = re.compile(
    r"\b(?:last(?: name)?|family name|surname)(?: is|'s|:)?,? ([\w' -]+?),? "
    r"(?:and )?(?:the |my )?first(?: name)?(?: is|'s|:)?,? ([\w' -]+)",
    re.IGNORECASE,
)
_INITIAL = re.compile(r"\b(Ma|Ste?|Sta|[A-Z])\. (?=[A-Z])")
"""A first name cut short: "Ma. Guadalupe"."""
_TITLE = re.compile(r"\b(?:[Mm]rs?|[Mm]s|Mx|Miss|Mister)\.?\s+(?=[^\W\d_a-z])")
_WHOSE = re.compile(
    r"(?:\b[Ii]t(?:'s| is)|\b[Ii]ts|\b(?:[Aa]ppointment|[Vv]isit|[Oo]ne|[Tt]he \w+)(?:['\u2019]s| is)"
    r"|\b[Yy](?:es|eah|ep),?) for (?:me, |myself, )?"
    r"((?:[^\W\d_a-z][\w'\u2019-]*)(?: [^\W\d_a-z][\w'\u2019-]*){0,3})"
)
_RESPELLED = re.compile(
    r"\b(?:it'?s|it is|name is|that's|spelled|spelt|meant|not \w+,?(?: but)?) ([^\W\d_]+)\b", re.IGNORECASE
)
_FEWEST_LETTERS, _SAME_SOUND, _EQUAL = 4, 80, 100
"""Letters of a word, and its likeness in percent, from which it is another spelling; and that of the same word."""
_OF_ANOTHER = re.compile(
    r"\bmy (?:wife|husband|daughter|son|mother|mom|father|dad|friend|sister|brother|partner|"
    r"girlfriend|boyfriend|fianc\w+)"
    r"(?:'s name is|'s name| is| named| called| first)?,?\s+",
    re.IGNORECASE,
)
_I_AM = re.compile(
    r"(?:^|[,.;!?]|\band\b)\W*(?:(?:hi|hello|hey|yes|good \w+|so|and)\W+)*(?:i am|i'm|im|it's|it is)\s+",
    re.IGNORECASE,
)
_MEANT = re.compile(r"\bi (?:meant|mean)(?: to say)?,?\s+", re.IGNORECASE)
_WEAK_INTRO = re.compile(
    r"\b(?:it is|it's|its|i am|i'm|im|that's|that is|that would be|she's|he's|for|under|is)\s+", re.IGNORECASE
)
_SPEAKING = re.compile(r"\b((?:[A-Za-z][\w'-]+ ){1,3})(?:speaking|here)\b", re.IGNORECASE)
_PLACED = re.compile(r"\b(?:an?|the|any|no|your|around|in|from|out|over)\s+$", re.IGNORECASE)
"""What makes the word before "here" no name: "a dentist here"."""
_LETTER = r"[A-Za-z](?=[\s,.-]|$)"
_SPELLED = re.compile(rf"(?:\b(?:double [A-Za-z]\b|{_LETTER})[\s,.-]*){{3,}}", re.IGNORECASE)
_SPELLED_NAME = re.compile(r"\b[A-Za-z](?:[-.][A-Za-z]\b)+(?: [A-Za-z](?:[-.][A-Za-z]\b)+)+")
"""Words that are spelled apart from each other."""
_AS_IN = re.compile(r"\b([A-Za-z])\s*,?\s+(?:as in|for|like(?: in)?)\s+[A-Za-z]+\b,?", re.IGNORECASE)
_LETTER_HINT = re.compile(
    r"([A-Za-z'-]+),?\s+(?:spelled |spelt |ends? |but )?(?:with|in) (?:an? )?([A-Za-z])\b(?! "
    r"\w)(?: (?:at the end|not an? \w))?",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    r"\b(?:no wait|wait no|wait|scratch that|sorry|i mean|i meant|actually|make that|correction)\b(?:[^,.]*[,.])?",
    re.IGNORECASE,
)
"""What stands after it counts: "Jolene Hatch, no wait, got married, Jolene Kowalski"."""
_OTHER_WAY = re.compile(r"\b(?:other way (?:a)?round|the wrong way round|backwards?|reversed)\b", re.IGNORECASE)
_LAST_FIRST = re.compile(r"\W*([^\W\d_][\w'\u2019-]+),\s+([^\W\d_][\w'\u2019-]+)[\s.!]*")
_MIXED_UP = {
    "s": "zc",
    "z": "s",
    "c": "ks",
    "k": "c",
    "y": "ie",
    "i": "ye",
    "e": "iay",
    "a": "eo",
    "f": "p",
    "g": "j",
}
_MIXED_UP |= {"j": "gy", "n": "m", "m": "n", "b": "v", "v": "b", "d": "t", "t": "d"}


def hear_name(text: str, *, expected: bool, known: str | None = None) -> str | None:
    """The name said in ``text``, in title case, or ``None``.

    ``expected``: a name was asked for, so a bare "Maria Gonzalez" counts. ``known`` is the name we
    have, which a partial correction ("Gonzales with an s") changes.
    """
    hinted = _with_letter(text, known) if known or expected else None
    if hinted:
        return hinted
    text = _WHICH_PART.sub(" ", text) if expected and not _IS_LAST_IS_FIRST.search(text) else text
    if expected and (name := _put_right(text) or hear_whose(text) or hear_patient(text)):
        return name
    text = _INITIAL.sub(r"\1 ", _TITLE.sub("", text))
    text = _AS_IN.sub(r"\1 ", text)
    if expected and _OTHER_WAY.search(text) and (name := _said(text, expected=True)) and len(name.split()) == 2:
        return " ".join(reversed(name.split()))
    spelled = _spelled(text)
    if spelled and (name := _before_spelled(text, spelled)):
        return name
    said = _said(_SPELLED.sub(" ", text) if spelled else text, expected=expected or bool(spelled))
    if not said and known and (meant := _MEANT.search(text)):
        said = clean(text[meant.end() :], strict=True)
    if spelled and " " in spelled:
        return spelled
    if spelled:
        return replace_like(said or known, spelled) if expected or said or known else None
    if not expected:
        return said
    return with_last_name(said, text) if said else hear_written(text)


def _before_spelled(text: str, spelled: str) -> str | None:
    """A full name whose last word is spelled after it, whatever else that means: "Blessing Friday, F-R-I-D-A-Y"."""
    found = re.search(rf"(?:^|[,.;:]|\b(?:is|name|i'm|am)\b)\s*([^\W\d_a-z][\w'\u2019-]+) (?i:{spelled})\b", text)
    return f"{found[1]} {spelled}" if found and found[1].lower() not in _NO_FIRST_NAMES else None


def _put_right(text: str) -> str | None:
    """The name after a correction in the same breath; one word of it replaces the word that is like it."""
    mark = _CORRECTED.search(text)
    if mark is None:
        return None
    tries = (text[mark.end() :], *reversed(re.split(r"[.;]\s+", text[mark.start() :])))
    name = next((found for each in tries if (found := _said(each, expected=True))), None)
    before = _said(text[: mark.start()], expected=True)
    return replace_like(before, name) if name and before and " " in before and " " not in name else name


def is_put_right(text: str) -> bool:
    """Whether a name is taken back in the same breath: "Jo Hatch, no wait, Jo Lind"."""
    return bool(_CORRECTED.search(text) or _OTHER_WAY.search(text))


def hear_whose(text: str) -> str | None:
    """For whom a visit is, where that is said with a name: "it's for Xochitl", "yes, for Aurelio Bianchi"."""
    found = _WHOSE.search(text)
    return clean(found[1], strict=True) if found else None


def hear_respelled(text: str, known: str) -> str | None:
    """The name that is known with a word of it as it is put right: "no, it's Garrett" for Lou Garett."""
    for match in _RESPELLED.finditer(text):
        word = match[1]
        alike = max(fuzz.ratio(part.lower(), word.lower()) for part in known.split())
        if len(word) >= _FEWEST_LETTERS and _SAME_SOUND <= alike < _EQUAL:
            return replace_like(known, title(word))
    return None


def hear_renamed(text: str, known: str) -> str | None:
    """The known first name with another last name: "put Caitlin Lindqvist, please, not Moore"."""
    first, *_, last = known.split()
    for match in re.finditer(rf"\b{re.escape(first)}\s+([A-Z][\w'\u2019-]+)", text):
        if match[1].lower() != last.lower() and not known.lower().startswith(f"{first} {match[1]}".lower()):
            return f"{first} {match[1]}"
    return None


def hear_volunteered(text: str) -> str | None:
    """A full name told beside the answer to another question: a part of ``text`` that is two or three
    capitalised words and nothing else ("The first one. Ana Ruiz.")."""
    for part in re.split(r"[,.;!?]", text):
        words = part.split()
        if 2 <= len(words) <= 3 and all(word[0].isupper() for word in words):
            name = clean(part, strict=True)
            if name and len(name.split()) == len(words):
                return name
    return None


def _said(text: str, *, expected: bool) -> str | None:
    both = _FIRST_AND_LAST.search(text)
    if both and (name := clean(f"{both[1]} {both[2]}")):
        return name
    both = _IS_LAST_IS_FIRST.search(text) or _LAST_AND_FIRST.search(text)
    if both and (name := clean(f"{both[2]} {both[1]}")):
        return name
    other = _OF_ANOTHER.search(text)
    written = text != text.lower()  # who writes no capitals writes names without them, too
    if other and expected and (name := clean(text[other.end() :], strict=written)):
        return name
    match = _SPEAKING.search(text)
    beside = match and _PLACED.search(text[: match.start()])
    if (
        match
        and not beside
        and (expected or not match[1].islower() or " " not in match[1].strip())
        and (name := clean(match[1]))
    ):
        return name  # not "flight attendant here"
    for intro in reversed(list(_INTRO.finditer(text))):
        rest = text[intro.end() :]
        if name := clean(rest) or (clean_misheard(rest) or clean(rest.split(",")[0]) if expected else None):
            return name
    if not expected:
        names = (clean(text[weak.end() :], strict=written) for weak in _I_AM.finditer(text))
        return next((name for name in names if name and (written or _is_common(name))), None)
    tail = text
    for weak in _WEAK_INTRO.finditer(text):
        tail = text[weak.end() :]
    first, *later = re.split(r"[.;!?]\s+", text)
    again = [clean(re.split(r"[,:(]", each)[0], strict=written) for each in later]
    tries = [clean(tail), clean(text), clean(re.split(r"[,:(]", first)[0]), *again]
    told = [name for name in tries if name]
    return next((name for name in told if " " in name), told[0] if told else None)


def _is_common(name: str) -> bool:
    """Whether a name that was written without capitals is surely one: "im ana ruiz"."""
    first, *others = name.lower().split()
    ordinary = word_set("ordinary_words")
    return bool(others) and first in given_names() and not any(word in ordinary for word in others)


def last_name_first(text: str) -> str:
    """ "Amadi, Tobias", as forms write names, in the order in which they are said; other text as it is."""
    match = _LAST_FIRST.fullmatch(text)
    swapped = f"{match[2]} {match[1]}" if match else ""
    return swapped if match and clean(match[1]) and clean(match[2]) else text


def _spelled(text: str) -> str | None:
    """A word spelled letter by letter, at least three letters, or a whole name: "A-N-A R-U-I-Z"."""
    best = ""
    if whole := _SPELLED_NAME.search(text):
        return " ".join(re.sub("[-.]", "", word).capitalize() for word in whole[0].split())
    for match in _SPELLED.finditer(text):
        run = re.sub(r"\bdouble ([A-Za-z])\b", r"\1 \1", match[0], flags=re.IGNORECASE)
        letters = "".join(re.findall(r"\b[A-Za-z]\b", run))
        best = max(best, letters, key=len)
    return best.capitalize() if len(best) >= 3 else None


def hear_spelled(text: str) -> str | None:
    """The word that someone spells, or puts right by a letter ("with an s")."""
    return _spelled(_AS_IN.sub(r"\1 ", text)) or (_LETTER_HINT.search(text) and text) or None


def replace_like(name: str | None, spelled: str) -> str:
    """Put a spelled word in the place of the word of ``name`` that sounds like it, else at the end."""
    if not name:
        return spelled
    words = name.split()
    scores = [fuzz.ratio(w.lower(), spelled.lower()) for w in words]
    best = max(range(len(words)), key=scores.__getitem__)
    if scores[best] >= 50:
        words[best] = spelled
    elif len(words) > 1:
        words[-1] = spelled
    else:
        words.append(spelled)
    return " ".join(words)


def _with_letter(text: str, known: str | None) -> str | None:
    """ "Gonzales with an s": the word as heard, made to contain that letter."""
    match = _LETTER_HINT.search(text)
    if not match or plain(match[1]) in word_set("not_names"):
        return None
    letter, mixed_up = match[2].lower(), _MIXED_UP.get(match[2].lower(), "")
    name = _said(text[: match.end(1)], expected=True) or match[1]
    words = name.split()
    for i in reversed(range(len(words))):
        low = words[i].lower()
        swap = [at for at, c in enumerate(low) if c in mixed_up]
        if letter in low or swap:
            at = 0 if low[0] in mixed_up else swap[-1] if swap else 0
            words[i] = words[i] if letter in low else title(low[:at] + letter + low[at + 1 :])
            break
    else:
        return None
    return " ".join(words) if len(words) > 1 else replace_like(known, words[0])
