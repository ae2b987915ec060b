"""Rebooking as other rooms see it."""

from mia.inbox.service import CallOutcomeUnknown, CallRefused, OutboundCall, OutboundCalls
from mia.rebooking.audience import Assessment, Audience, Kind, assess, gather
from mia.rebooking.calls import begin_call, note_answered, note_call_result, patient_of_call
from mia.rebooking.directory import Group, PatientPage, search
from mia.rebooking.dispatch import dispatch, release_due
from mia.rebooking.duties import register_rebooking
from mia.rebooking.ledger import Recall, count_overdue, list_recalls, refresh
from mia.rebooking.listing import ListedPatient, find_listed
from mia.rebooking.outreach import DUE, UNDO, Outreach, cancel, start
from mia.rebooking.past import PastTouch, import_touches
from mia.rebooking.retention import erase_outreach, purge_outreach
from mia.rebooking.rules import (
    DEFAULTS,
    RULES_CHANGED,
    RecallRule,
    list_rules,
    renew_rules,
    save_rule,
    set_up_rules,
)
from mia.rebooking.settlement import (
    ATTRIBUTED,
    attribute_booking,
    call_off,
    note_reply,
    revoke_booking,
    settle_mail,
    settle_opt_out,
    settle_text,
)
from mia.rebooking.words import call_opening, call_question, call_words, voicemail

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
