"""Made-up lines of the history, for the demo practice alone: flagged, and left out of figures and exports."""

from sqlalchemy import delete, select

from mia.clinic.inbox import queries
from mia.clinic.inbox.activity_pages import index_name
from mia.clinic.inbox.conversations import Channel
from mia.clinic.inbox.history import ActivityStatus
from mia.clinic.inbox.models import ActivityRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

NAME, OUTCOME = "New Patient", "Recently processed"
"""Spec §4, history log demo behaviour."""

KEPT = 2
"""The newest ones stay; older ones go, so that they never push real contacts off the list."""


async def add_simulated(session: ClinicSession, channel: Channel) -> None:
    """Add one simulated contact on top of the history, live; forgets all but the newest :data:`KEPT`."""
    activity_id = await queries.add_activity(
        session,
        {
            "id": new_id(),
            "name_sealed": session.seal(NAME),
            "action_type": "Call" if channel.is_spoken else "Message",
            "channel": channel.value,
            "direction": "outbound",
            "status": ActivityStatus.SENT.value,
            "occurred_at": session.now(),
            "outcome_sealed": session.seal(OUTCOME),
            "sample": True,
            "simulated": True,
        },
    )
    assert activity_id is not None
    await index_name(session, activity_id, NAME)
    newest = select(ActivityRow.id).where(ActivityRow.simulated)
    newest = newest.order_by(ActivityRow.occurred_at.desc(), ActivityRow.id.desc()).limit(KEPT)
    await session.sql.execute(delete(ActivityRow).where(ActivityRow.simulated, ActivityRow.id.not_in(newest)))
    await realtime.publish(session, "activity.changed", activity_id)
