"""People who write to one of the synthetic practices."""

from tests.receptionist.conversation import Conversation
from tests.receptionist.patients.office import Office, visit_on_file
from tests.receptionist.patients.patient import practice


def writer(kind: str, *visits: dict[str, str]) -> tuple[Conversation, Office]:
    """Someone whose number ends in 0142, with the visits that they have on file."""
    facts = practice(kind)
    office = Office(practice=facts, on_file=[visit_on_file(one, facts) for one in visits], number="0142")
    return Conversation(office, typed=True), office
