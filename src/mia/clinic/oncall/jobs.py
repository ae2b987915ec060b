"""What the job worker does for on-call alerts."""

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import OutboundCalls, SmsSender
from mia.clinic.oncall.alerts import TURN_DUE, raise_alert, release_due, settle_task, take_turn
from mia.clinic.oncall.messages import SEND_DUE, Owner
from mia.clinic.oncall.replies import note_opt_out
from mia.clinic.oncall.sending import Ways, hand_over
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.scope import ClinicScope, Role

_ACTOR = "oncall"


def register_oncall(registry: Registry, texts: SmsSender, calls: OutboundCalls, origin: str) -> None:
    """Have the worker raise alerts, take their turns, and hand over what leaves."""
    ways = Ways(texts, calls, origin)

    async def begin(database: Database, event: Event) -> None:
        async with database.clinic(_scope(event)) as session:
            await raise_alert(session, event.ids["task_id"])

    async def turn(database: Database, event: Event) -> None:
        scope = _scope(event)
        owners = [
            Owner(member.user_id, member.name, member.email)
            for member in await identity.list_members(database, scope)
            if member.role is Role.OWNER and not member.disabled
        ]
        async with database.clinic(scope) as session:
            await take_turn(session, event.ids["alert_id"], owners, origin)

    async def send(database: Database, event: Event) -> None:
        await hand_over(database, _scope(event), ways, event.ids["send_id"])

    async def done(database: Database, event: Event) -> None:
        async with database.clinic(_scope(event)) as session:
            await settle_task(session, event.ids["task_id"])

    async def opted_out(database: Database, event: Event) -> None:
        async with database.clinic(_scope(event)) as session:
            await note_opt_out(session, event.ids["thread_id"])

    registry.register(inbox.URGENT_TASK, begin)
    registry.register(inbox.TASK_DONE, done)
    registry.register(inbox.OPTED_OUT, opted_out)
    registry.register(TURN_DUE, turn)
    registry.register(SEND_DUE, send)
    registry.periodic("oncall.release_due", "* * * * *", _release)


def _scope(event: Event) -> ClinicScope:
    return identity.service_scope(event.tenant_id, _ACTOR)


async def _release(database: Database) -> None:
    await identity.in_every_clinic(database, _ACTOR, release_due)
