"""Outreach as other rooms see it."""

from mia.clinic.inbox.service import CallOutcomeUnknown, OutboundCall
from mia.clinic.outreach.calls import begin_call, find_called, note_answered, note_call_result
from mia.clinic.outreach.dispatch import dispatch, release_due
from mia.clinic.outreach.duties import register_outreach, with_id
from mia.clinic.outreach.intents import DUE, UNDO, Outreach, Plan, begin, call_off, read_outreach, replan, take_back
from mia.clinic.outreach.past import PastTouch, import_touches
from mia.clinic.outreach.purpose import Draft, Intent, Means, Purpose, Ring, register
from mia.clinic.outreach.queries import (
    drop_intent,
    find_intent,
    hold_person,
    last_begun,
    list_intents,
    list_of_leads,
    list_touches,
    newest_touch,
)
from mia.clinic.outreach.retention import erase_outreach, purge_outreach
from mia.clinic.outreach.settlement import note_answer, note_booked, note_reply, note_unbooked, settle_stuck
