"""FastAPI parameter types of the front desk's routes."""

from typing import Annotated

from fastapi import Depends, Request

from mia.clinic.frontdesk.desk import FrontDesk
from mia.clinic.frontdesk.widget import Widget
from mia.platform.kernel.errors import Unauthenticated


async def _desk(request: Request) -> FrontDesk:
    desk: FrontDesk = request.app.state.front_desk
    return desk


DeskDep = Annotated[FrontDesk, Depends(_desk)]


async def _widget(desk: DeskDep) -> Widget:
    return Widget(desk)


async def _bearer(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Unauthenticated
    return token.strip()


WidgetDep = Annotated[Widget, Depends(_widget)]
BearerDep = Annotated[str, Depends(_bearer)]
