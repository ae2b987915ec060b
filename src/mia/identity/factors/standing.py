"""Where someone who has signed in stands: their clinics, and what is still due."""

from dataclasses import dataclass

from mia.identity.factors.second_factor import FactorState, Method, factors_of, state_of
from mia.identity.principal import Principal
from mia.identity.tenants import Membership, list_memberships
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope


@dataclass(frozen=True)
class Standing:
    """A session in full. Before the second factor is given it shows no clinic; ``methods`` are how it can be."""

    principal: Principal
    memberships: tuple[Membership, ...]
    state: FactorState
    methods: tuple[Method, ...]


async def standing_of(database: Database, principal: Principal) -> Standing:
    """How a session stands now."""
    async with database.system(SystemScope.LOGIN) as session:
        state = await state_of(session, principal)
        known = [] if state is FactorState.REQUIRED else await list_memberships(session, principal.user_id)
        methods = (await factors_of(session, principal.user_id)).methods if principal.has_factor else ()
    return Standing(principal, tuple(known), state, methods)
