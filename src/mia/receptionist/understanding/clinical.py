"""Whether an utterance is a clinical question, and whether it tells of a symptom, by ``data/clinical.txt``."""

from mia.receptionist import data

_ASKS_CLINICIANS = ("medicine", "condition", "symptom", "advice")


def is_clinical(line: str) -> bool:
    """Whether a plain text has words that only a clinician may answer to."""
    found = data.patterns("clinical")
    return any(found[heading].search(line) for heading in _ASKS_CLINICIANS)


def tells_symptom(line: str) -> bool:
    """Whether a plain text tells of a sign of the body, that a provider has to know of."""
    return bool(data.patterns("clinical")["symptom"].search(line))


def may_get_worse(line: str) -> bool:
    """Whether a plain text tells of a sign of the body that is not called slight: then 911 is named beside the
    call of a clinician."""
    found = data.patterns("clinical")
    if not found["symptom"].search(line):
        return False
    return bool(found["alarming"].search(line)) or not found["slight"].search(line)


def needs_clinician(line: str) -> bool:
    """Whether a plain text names a medicine or a condition weighed before a treatment, asks for advice, or tells
    of a sign that came after a treatment or gets worse."""
    found = data.patterns("clinical")
    return any(found[heading].search(line) for heading in ("medicine", "condition", "advice", "grave"))
