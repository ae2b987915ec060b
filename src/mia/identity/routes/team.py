"""The team of a practice."""

from fastapi import APIRouter

from mia.identity.guards import CurrentScope
from mia.identity.people import team
from mia.identity.schemas.team import MemberChange, MemberOut, MembersOut
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api", tags=["access"])


@router.get("/clinics/{slug}/members")
async def list_members(scope: CurrentScope, database: DatabaseDep) -> MembersOut:
    """Everyone who works here, by name."""
    members = await team.list_members(database, scope)
    return MembersOut(items=[MemberOut.of(member, scope.user_id) for member in members])


@router.patch("/clinics/{slug}/members/{member_id}")
async def change_member(
    member_id: str, body: MemberChange, scope: CurrentScope, database: DatabaseDep
) -> MemberOut:
    """Change a member's role, or disable or re-enable them. Their sessions end."""
    changed = await team.change_member(
        database, scope, decode("usr", member_id), role=body.role, disabled=body.disabled
    )
    return MemberOut.of(changed, scope.user_id)


@router.delete("/clinics/{slug}/members/{member_id}", status_code=204)
async def remove_member(member_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Take someone off the team."""
    await team.remove_member(database, scope, decode("usr", member_id))
