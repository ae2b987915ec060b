"""What the job worker does for ratings."""

from mia.clinic.ratings.asking import ask_for_ratings
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry

_ACTOR = "mia"


def register_ratings(registry: Registry) -> None:
    """Have the worker ask in every clinic that lets Mia ask."""
    registry.periodic("ratings.ask", "*/10 * * * *", _ask_everywhere)


async def _ask_everywhere(database: Database) -> None:
    await identity.in_every_clinic(database, _ACTOR, ask_for_ratings)
