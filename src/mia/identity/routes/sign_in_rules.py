"""How members of a clinic must sign in."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from mia.identity.guards import CurrentScope
from mia.identity.session.sign_in_rules import SignInRules, change_rules, read_rules
from mia.platform.db.session import DatabaseDep

router = APIRouter(prefix="/api", tags=["access"])


class SignInRulesJson(BaseModel):
    """``require_second_factor``: members without one set it up before they enter."""

    model_config = ConfigDict(extra="forbid")

    require_second_factor: bool


@router.get("/clinics/{slug}/security")
async def read_sign_in_rules(scope: CurrentScope, database: DatabaseDep) -> SignInRulesJson:
    """The clinic's rules."""
    async with database.clinic(scope) as session:
        rules = await read_rules(session)
    return SignInRulesJson(require_second_factor=rules.require_second_factor)


@router.patch("/clinics/{slug}/security")
async def change_sign_in_rules(
    body: SignInRulesJson, scope: CurrentScope, database: DatabaseDep
) -> SignInRulesJson:
    """Set the rules; they hold from everyone's next request on."""
    async with database.clinic(scope) as session:
        await change_rules(session, SignInRules(body.require_second_factor))
    return body
