"""The access room's routes, a file for each thing, under one ``router``."""

from fastapi import APIRouter

from mia.identity.routes import (
    activity,
    clinic,
    devices,
    factors,
    first_run,
    invites,
    password,
    session,
    sign_in_rules,
    support,
    team,
    tokens,
)

router = APIRouter()

_PARTS = (
    session,
    devices,
    factors,
    password,
    invites,
    first_run,
    tokens,
    sign_in_rules,
    team,
    support,
    clinic,
    activity,
)

for part in _PARTS:
    router.include_router(part.router)
