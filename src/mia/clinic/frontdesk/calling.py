"""Calls that Mia makes: the inbox's :class:`OutboundCalls`, by way of the voice service."""

from datetime import timedelta
from typing import Any

from mia.clinic.frontdesk.desk import FrontDesk, Variables
from mia.clinic.frontdesk.ports import PhoneCall
from mia.clinic.frontdesk.server_messages.alert_calls import ACKNOWLEDGE_TOOL
from mia.clinic.frontdesk.server_messages.recording import consent_question, recording_overrides
from mia.clinic.inbox.service import CallOutcomeUnknown, CallRefused, OutboundCall
from mia.clinic.oncall import service as oncall
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import NumberUse
from mia.clinic.recalls import service as recalls
from mia.platform.kernel.errors import Conflict, Invalid, Unavailable
from mia.platform.kernel.ids import encode

_LOOK_BACK = timedelta(days=2)
"""Longer than an intent is tried."""
_LONGEST_ALERT_S = 120


class MiaCalls:
    """Places calls in which the practice's assistant speaks."""

    def __init__(self, desk: FrontDesk) -> None:
        self._desk = desk

    async def place(self, call: OutboundCall) -> str:
        """Have the number dialled with the words and facts of this call."""
        overrides = await (self._alert(call) if call.kind == "alert" else self._overrides(call))
        async with self._desk.database.clinic(call.scope) as session:
            caller_id = await practices.sending_number(session, NumberUse.CALLS)
        if caller_id is None:
            raise CallRefused("The practice has no number to call from")

        async def begin(assistant_id: str, variables: Variables) -> str:
            request = PhoneCall(
                key=call.reference,
                assistant_id=assistant_id,
                number=call.number,
                caller_id=caller_id,
                overrides={**overrides, "variableValues": dict(variables)},
            )
            try:
                return await self._desk.voice(call.scope.clinic_id).start_phone_call(request)
            except Invalid as refused:
                raise CallRefused from refused
            except (Unavailable, Conflict) as unclear:
                raise CallOutcomeUnknown from unclear

        return await self._desk.with_assistant(call.scope.clinic_id, begin)

    async def find(self, call: OutboundCall) -> str | None:
        """The call that was placed for this intent."""
        since = self._desk.database.clock.now() - _LOOK_BACK
        try:
            return await self._desk.voice(call.scope.clinic_id).find_phone_call(call.reference, since)
        except Unavailable as unclear:
            raise CallOutcomeUnknown from unclear

    async def _alert(self, call: OutboundCall) -> dict[str, Any]:
        """A call to someone on call: it tells, and takes a yes. No model has a part in it."""
        async with self._desk.database.clinic(call.scope) as session:
            script = await oncall.call_script(session, call.key)
        return {
            "firstMessage": script.opening,
            "voicemailMessage": script.voicemail,
            "model": {"provider": "announcement", "thanks": script.thanks, "tools": [ACKNOWLEDGE_TOOL]},
            "maxDurationSeconds": _LONGEST_ALERT_S,
            "metadata": {"alert": {"id": call.reference}},
        }

    async def _overrides(self, call: OutboundCall) -> dict[str, Any]:
        async with self._desk.database.clinic(call.scope) as session:
            practice = await practices.get_practice(session)
            question = await consent_question(session, practice)
        return {
            "firstMessage": recalls.call_opening(practice, call.first_name),
            **recording_overrides(
                practice, recalls.call_words(practice), recalls.call_question(call.first_name), question
            ),
            "voicemailMessage": recalls.voicemail(practice, call.first_name),
            "metadata": {
                "outreach": {
                    "id": call.reference,
                    "kind": call.kind,
                    "first_name": call.first_name,
                    "practice": practice.name,
                    "services": [encode("svc", service_id) for service_id in call.service_ids],
                }
            },
        }
