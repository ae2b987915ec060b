"""How members of a clinic must sign in."""

from dataclasses import dataclass

from sqlalchemy import select, update

from mia.identity.models import ClinicTenantRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class SignInRules:
    """``require_second_factor``: members without one set it up before they enter."""

    require_second_factor: bool


async def read_rules(session: ClinicSession) -> SignInRules:
    """The clinic's rules."""
    query = select(ClinicTenantRow.require_second_factor).where(ClinicTenantRow.id == session.scope.clinic_id)
    return SignInRules(bool(await session.sql.scalar(query)))


async def change_rules(session: ClinicSession, rules: SignInRules) -> None:
    """Set the rules; they hold from everyone's next request on."""
    changed = await session.sql.scalar(
        update(ClinicTenantRow)
        .where(
            ClinicTenantRow.id == session.scope.clinic_id,
            ClinicTenantRow.require_second_factor != rules.require_second_factor,
        )
        .values(require_second_factor=rules.require_second_factor)
        .returning(ClinicTenantRow.id)
        .execution_options(synchronize_session=False)
    )
    if changed is not None:
        action = "second_factor.require" if rules.require_second_factor else "second_factor.waive"
        await audit.record(session, action, "clinic", [session.scope.clinic_id])
