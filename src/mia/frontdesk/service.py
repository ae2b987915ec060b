"""The front desk as the composition root sees it."""

from mia.frontdesk.desk import DEMO_PRACTICE, FrontDesk
from mia.frontdesk.upkeep import close_lost_conversations, purge_demo_visitors, register_upkeep
from mia.frontdesk.widget import Widget, WidgetLimits

__all__ = [
    "DEMO_PRACTICE",
    "FrontDesk",
    "Widget",
    "WidgetLimits",
    "close_lost_conversations",
    "purge_demo_visitors",
    "register_upkeep",
]
