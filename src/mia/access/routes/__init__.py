"""The access room's routes, a file for each thing, under one ``router``."""

from fastapi import APIRouter

from mia.access.routes import activity, clinic, session

router = APIRouter()

for part in (session, clinic, activity):
    router.include_router(part.router)
