"""The calendar as composition sees it."""

from mia.clinic.calendar.notices import VISIT_NOTICE
from mia.clinic.calendar.visits import book, move
