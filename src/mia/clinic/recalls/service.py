"""Rebooking as other rooms see it."""

from mia.clinic.inbox.service import CallOutcomeUnknown, CallRefused, OutboundCall, OutboundCalls
from mia.clinic.recalls.directory import Group, PatientPage, search
from mia.clinic.recalls.duties import register_rebooking
from mia.clinic.recalls.ledger import Recall, count_overdue, list_recalls, refresh
from mia.clinic.recalls.listing import ListedPatient, find_listed
from mia.clinic.recalls.outreach.audience import Assessment, Audience, Kind, assess, gather
from mia.clinic.recalls.outreach.calls import begin_call, note_answered, note_call_result, patient_of_call
from mia.clinic.recalls.outreach.dispatch import dispatch, release_due
from mia.clinic.recalls.outreach.service import DUE, UNDO, Outreach, cancel, start
from mia.clinic.recalls.outreach.settlement import (
    ATTRIBUTED,
    attribute_booking,
    call_off,
    note_reply,
    revoke_booking,
    settle_mail,
    settle_opt_out,
    settle_text,
)
from mia.clinic.recalls.outreach.words import call_opening, call_question, call_words, voicemail
from mia.clinic.recalls.past import PastTouch, import_touches
from mia.clinic.recalls.retention import erase_outreach, purge_outreach
from mia.clinic.recalls.rules import (
    DEFAULTS,
    RULES_CHANGED,
    RecallRule,
    list_rules,
    renew_rules,
    save_rule,
    set_up_rules,
)

__all__ = [
    "ATTRIBUTED",
    "DEFAULTS",
    "DUE",
    "RULES_CHANGED",
    "UNDO",
    "Assessment",
    "Audience",
    "CallOutcomeUnknown",
    "CallRefused",
    "Group",
    "Kind",
    "ListedPatient",
    "OutboundCall",
    "OutboundCalls",
    "Outreach",
    "PastTouch",
    "PatientPage",
    "Recall",
    "RecallRule",
    "assess",
    "attribute_booking",
    "begin_call",
    "call_off",
    "call_opening",
    "call_question",
    "call_words",
    "cancel",
    "count_overdue",
    "dispatch",
    "erase_outreach",
    "find_listed",
    "gather",
    "import_touches",
    "list_recalls",
    "list_rules",
    "note_answered",
    "note_call_result",
    "note_reply",
    "patient_of_call",
    "purge_outreach",
    "refresh",
    "register_rebooking",
    "release_due",
    "renew_rules",
    "revoke_booking",
    "save_rule",
    "search",
    "set_up_rules",
    "settle_mail",
    "settle_opt_out",
    "settle_text",
    "start",
    "voicemail",
]
