"""Brings heard or typed text into one plain form: lower case, no punctuation, contractions opened.

Recognizers drop apostrophes and punctuation at will; everything downstream matches on this form.
"""

import re
import unicodedata

_SAID_SHORT = {
    "cant": "can not",
    "cannot": "can not",
    "dont": "do not",
    "doesnt": "does not",
    "didnt": "did not",
    "isnt": "is not",
    "wont": "will not",
    "wouldnt": "would not",
    "couldnt": "could not",
    "shouldnt": "should not",
    "arent": "are not",
    "wasnt": "was not",
    "werent": "were not",
    "hasnt": "has not",
    "havent": "have not",
    "hadnt": "had not",
    "im": "i am",
    "ive": "i have",
    "whats": "what is",
    "wats": "what is",
    "wheres": "where is",
    "hows": "how is",
    "thats": "that is",
    "whos": "who is",
    "lets": "let us",
    "theres": "there is",
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "got to",
    "lemme": "let me",
    "yeah": "yes",
    "yep": "yes",
    "yup": "yes",
    "yea": "yes",
    "nope": "no",
    "nah": "no",
    "ok": "okay",
    "tmrw": "tomorrow",
    "tomorow": "tomorrow",
    "tommorow": "tomorrow",
    "appt": "appointment",
    "pls": "please",
    "plz": "please",
    "u": "you",
    "r": "are",
    "rn": "right now",
    "ur": "your",
    "thru": "through",
    "gimme": "give me",
    "thx": "thanks",
    "cuz": "because",
    "wat": "what",
    "bday": "birthday",
    "xmas": "christmas",
    "tmw": "tomorrow",
    "2moro": "tomorrow",
    "ty": "thanks",
    "tysm": "thanks so much",
    "tyvm": "thanks so much",
    "thnx": "thanks",
    "thanx": "thanks",
    "tks": "thanks",
    "kk": "okay",
    "okie": "okay",
    "okey": "okay",
    "okayy": "okay",
    "aight": "alright",
    "alrighty": "alright",
    "w": "with",
    "b4": "before",
    "bc": "because",
    "appts": "appointments",
    "appmt": "appointment",
    "appointmnt": "appointment",
    "apptmt": "appointment",
    "resched": "reschedule",
    "tmr": "tomorrow",
    "tmrrw": "tomorrow",
    "2morrow": "tomorrow",
    "tomoro": "tomorrow",
    "2day": "today",
    "2nite": "tonight",
    "wknd": "weekend",
    "wkend": "weekend",
    "wk": "week",
    "wks": "weeks",
    "hr": "hour",
    "hrs": "hours",
    "mins": "minutes",
    "ppl": "people",
    "abt": "about",
    "idk": "i do not know",
    "nvm": "never mind",
    "yous": "you",
}
_FILLERS = {"um", "uh", "er", "erm", "uhm", "hmm", "mm", "ah", "uhh", "umm", "mhm"}
_LEFT_OUT = re.compile(r"[^a-z0-9:/$@+ ]+")


_DAY = r"(?:mon|tue|wed|thu|fri|sat|sun)"
_DAYS_FROM_TO = re.compile(rf"\b({_DAY}[a-z]*)\s?[-\u2013]\s?(?={_DAY})")
"""Days from one to another: "mon-wed"."""


def plain(text: str) -> str:
    """The plain form of ``text``: words split by single spaces, digits kept, "2:30" kept."""
    line = unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u2018", "'").lower()
    line = "".join(c for c in unicodedata.normalize("NFKD", line) if not unicodedata.combining(c))
    line = re.sub(r"\b(\d{1,2})\s?[.]\s?([0-5]\d)(?=\s?[ap]\.?m)", r"\1:\2", line)
    line = re.sub(r"(\d|\b)\s*\b([ap])\s?\.\s?m\b\.?", r"\1 \2m", line)
    line = re.sub(r"(\d)\s*([ap])\.?m\b", r"\1 \2m", line)
    line = re.sub(r"\bo\s?'?\s?clock\b", "oclock", line)
    line = re.sub(r"\b(\d{1,2})\s?[-\u2013]\s?(\d{1,2}\s?[ap]\.?m\b)", r"\1 to \2", line)
    line = re.sub(r"(\d)\s*(?:-|\u2013)\s*(\d)", r"\1 \2", line)
    line = _DAYS_FROM_TO.sub(r"\1 to ", line)
    line = re.sub(r"\b(?:uh|mm|um|m)[ -]?h(?:uh|m+)\b", "yes", line)
    line = _open_contractions(line)
    line = line.replace("'", "").replace("&", " and ").replace("%", " percent ")
    line = re.sub(r"(?<!\d):|:(?!\d)|(?<!\d)/|/(?!\d)|\$(?!\d)", " ", line)
    words = (_SAID_SHORT.get(w, w) for w in _LEFT_OUT.sub(" ", line).split())
    return " ".join(w for w in words if w not in _FILLERS)


def _open_contractions(line: str) -> str:
    line = line.replace("can't", "can not").replace("won't", "will not").replace("let's", "let us")
    line = re.sub(r"n't\b", " not", line)
    for short, full in (("'ll", " will"), ("'re", " are"), ("'ve", " have"), ("'m", " am"), ("'d", " would")):
        line = re.sub(rf"{short}\b", full, line)
    line = re.sub(r"\b(what|that|it|who|where|how|when|there|here|he|she|name)'s\b", r"\1 is", line)
    return re.sub(r"'s\b", "", line)
