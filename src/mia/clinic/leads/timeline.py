"""What every change of a lead leaves behind: the row, a timeline entry, an audit log entry, and an event for the
board."""

from collections.abc import Mapping
from typing import Any, Literal
from uuid import UUID

from mia.clinic.consent.service import Decision
from mia.clinic.leads import pipeline_queries as queries
from mia.clinic.leads.stages import LeadStage
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

Actor = Literal["mia", "staff", "lead", "system"]


async def note_event(
    session: ClinicSession,
    lead_id: UUID,
    kind: str,
    *,
    actor: Actor,
    decision: Decision | None = None,
    stages: tuple[LeadStage, LeadStage] | None = None,
) -> None:
    """Put something on a lead's timeline."""
    before, after = stages or (None, None)
    await queries.add_event(
        session,
        {
            "id": new_id(),
            "created_at": session.now(),
            "lead_id": lead_id,
            "kind": kind,
            "actor": actor,
            "user_id": session.scope.user_id if actor == "staff" else None,
            "stage_before": before,
            "stage_after": after,
            "rule": decision.rule if decision else None,
            "until": decision.until if decision else None,
        },
    )


async def write_lead(session: ClinicSession, lead_id: UUID, values: Mapping[str, Any]) -> None:
    """Write columns of a lead."""
    await queries.change(session, lead_id, {**values, "updated_at": session.now()})


async def announce_lead(session: ClinicSession, lead_id: UUID) -> None:
    """Tell the audit log and the browsers that a lead has changed."""
    await audit.record(session, "lead.write", "lead", [lead_id])
    await realtime.publish(session, "lead.changed", lead_id)


def actor_of(session: ClinicSession, otherwise: Actor) -> Actor:
    """Staff when a person works here, else who is meant."""
    return "staff" if session.scope.user_id else otherwise
