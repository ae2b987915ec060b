"""Reviewed cases as a file of simulated patients, as ``evals/patients/*.toml`` has them."""

import json
import re
from collections.abc import Sequence

from mia.clinic.teaching.cases import CaseBody, EvalCase
from mia.platform.kernel.ids import encode

_HEAD = """\
# Conversations that a practice would have had go another way; all people are invented.
# Run them: python -m tests.receptionist.patients.report --file FILE
"""
_ASKED = (
    ("code", r"(?<!area )code\b"),
    ("confirm", r"(is that|that'?s|all that) (right|correct)|correct\?|(shall|should) i (go|book|cancel|move)"),
    ("person", r"(someone|our team)\b.*\b(call|help|reach)\b"),
    ("email", r"e-?mail"),
    ("birth", r"birth"),
    ("contact", r"\bname\b.*\b(phone|number)\b"),
    ("spell", r"\bspell"),
    ("phone", r"\b(phone|number|reach you)\b"),
    ("name", r"\bname\b|who is (it|this) for|who am i"),
    ("place", r"which (location|office|of our)"),
    ("when", r"\bwhen\b|(what|which|another) (day|time|date)|days? (and|or) time"),
    ("service", r"(what|which) (service|treatment)|come in for"),
    ("time", r"which (one|of|would)|(do any|does (any|that)|would (any|that)).*(work|suit)"),
    ("offer", r"would you like (me )?to (book|schedule|come)|like to (book|schedule)"),
)
"""What Mia wants to know by how she asks: the answer is given where she asks it, in whatever order."""
_OF_THE_TEST = ("code",)
"""Answers that the simulated office makes up by itself."""


def case_file(cases: Sequence[EvalCase], practice: str) -> str:
    """The cases in TOML. ``practice`` is the kind of practice they are held with: ``medspa``, ``dental`` ..."""
    return "\n".join([_HEAD, *(_entry(case, practice) for case in cases)])


def _entry(case: EvalCase, practice: str) -> str:
    body = case.body
    first, then, answers = _told(body)
    rows: list[tuple[str, object]] = [
        ("id", f"kept-{encode('evc', case.id)[-12:]}"),
        ("at", practice),
        ("should", body.should),
        ("says", first),
        ("then", then),
        *answers.items(),
        ("task", body.task),
        ("hears", [_literally(words) for words in body.hears]),
        ("never", [_literally(words) for words in body.never]),
    ]
    told = [f"# {'mia' if line.role == 'assistant' else 'patient'}: {_one_line(line.text)}" for line in body.lines]
    lines = [f"{key} = {_value(value)}" for key, value in rows if value]
    return "\n".join(["[[patient]]", *lines, "# How it went:", *told, ""])


def _told(body: CaseBody) -> tuple[str, list[str], dict[str, list[str]]]:
    """What the patient says first, what they say when nothing is asked, and their answers by what was asked."""
    first, then, answers = "", [], dict[str, list[str]]()
    asked = ""
    for line in body.lines:
        if line.role == "assistant":
            asked = line.text
        elif not first:
            first = line.text
        elif (kind := _kind_of(asked)) is None:
            then.append(line.text)
        elif kind == "contact":
            name, number = _parted(line.text)
            for part, words in (("name", name), ("phone", number)):
                if words:
                    answers.setdefault(part, []).append(words)
        elif kind not in _OF_THE_TEST:
            answers.setdefault(kind, []).append(line.text)
    return first, then, answers


def _kind_of(said: str) -> str | None:
    parts = re.split(r"(?<=[.!?])\s+", said)
    for sentence in reversed([part for part in parts if part.endswith("?")] or parts):
        for kind, pattern in _ASKED:
            if re.search(pattern, sentence, re.IGNORECASE):
                return kind
    return None


def _parted(text: str) -> tuple[str, str]:
    number = re.search(r"\+?\(?\d", text)
    if number is None:
        return text, ""
    return text[: number.start()].strip(" ,"), text[number.start() :].strip()


def _literally(words: str) -> str:
    return re.sub(r"([.^$*+?{}\[\]\\|()])", r"\\\1", words)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    return json.dumps(_one_line(str(value)), ensure_ascii=False).replace("\x7f", "")
