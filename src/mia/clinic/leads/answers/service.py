"""Lead conversion as other rooms see it."""

from mia.clinic.leads.answers.audience import holds_of, list_touches, reason_of
from mia.clinic.leads.answers.calls import begin_call, lead_of_call, note_answered, note_call_result
from mia.clinic.leads.answers.dispatch import dispatch, release_due
from mia.clinic.leads.answers.duties import register_conversion
from mia.clinic.leads.answers.follow_up import DUE, UNNAMED, FollowUp, list_follow_ups, start
from mia.clinic.leads.answers.retention import erase_follow_ups, purge_follow_ups
from mia.clinic.leads.answers.settlement import (
    settle_booking,
    settle_cancellation,
    settle_completion,
    settle_opt_out,
    settle_text,
    settle_visits,
)
from mia.clinic.leads.answers.talks import (
    ANSWERS,
    Expected,
    find_expected,
    find_lead_who_writes,
    let_be,
    note_reply,
    take_proof,
)

__all__ = [
    "ANSWERS",
    "DUE",
    "UNNAMED",
    "Expected",
    "FollowUp",
    "begin_call",
    "dispatch",
    "erase_follow_ups",
    "find_expected",
    "find_lead_who_writes",
    "holds_of",
    "lead_of_call",
    "let_be",
    "list_follow_ups",
    "list_touches",
    "note_answered",
    "note_call_result",
    "note_reply",
    "purge_follow_ups",
    "reason_of",
    "register_conversion",
    "release_due",
    "settle_booking",
    "settle_cancellation",
    "settle_completion",
    "settle_opt_out",
    "settle_text",
    "settle_visits",
    "start",
    "take_proof",
]
