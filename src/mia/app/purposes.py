"""For what Mia contacts people: each room declares its own purpose, all are registered here."""

from mia.clinic.calendar.service import VISIT_NOTICE
from mia.clinic.leads.answers.service import LEAD_ANSWER
from mia.clinic.outreach import service as outreach
from mia.clinic.recalls.service import RECALL


def register_purposes() -> None:
    """For processes that send, or hear what became of it. A text is a lead's answer before it is a patient's."""
    outreach.register(LEAD_ANSWER, RECALL, VISIT_NOTICE)
