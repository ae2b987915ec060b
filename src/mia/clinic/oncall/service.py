"""On-call alerts as other rooms see them."""

from mia.clinic.oncall.alerts import (
    SEND_DUE,
    TURN_DUE,
    Alert,
    Owner,
    Told,
    acknowledge,
    list_open_tasks_alerts,
    raise_alert,
    raise_test,
    take_turn,
)
from mia.clinic.oncall.contacts import (
    Contact,
    Reachable,
    Way,
    find_contact,
    is_covered,
    list_contacts,
    list_reachable,
    new_contact,
    save_contacts,
    version_of,
)
from mia.clinic.oncall.duties import register_oncall
from mia.clinic.oncall.replies import receive_text
from mia.clinic.oncall.sending import CallScript, acknowledge_by_call, call_script, note_call

__all__ = [
    "SEND_DUE",
    "TURN_DUE",
    "Alert",
    "CallScript",
    "Contact",
    "Owner",
    "Reachable",
    "Told",
    "Way",
    "acknowledge",
    "acknowledge_by_call",
    "call_script",
    "find_contact",
    "is_covered",
    "list_contacts",
    "list_open_tasks_alerts",
    "list_reachable",
    "new_contact",
    "note_call",
    "raise_alert",
    "raise_test",
    "receive_text",
    "register_oncall",
    "save_contacts",
    "take_turn",
    "version_of",
]
