"""All models in one metadata; only migrations and their test look at this."""

from mia.access import models as access
from mia.audit import models as audit
from mia.calendar import models as calendar
from mia.clinics import models as clinics
from mia.consent import models as consent
from mia.conversion import models as conversion
from mia.db import models as db
from mia.db.base import Base
from mia.faults import models as faults
from mia.frontdesk import models as frontdesk
from mia.handsets import models as handsets
from mia.identity import models as identity
from mia.inbox import models as inbox
from mia.insights import models as insights
from mia.jobs import models as jobs
from mia.leads import models as leads
from mia.leads import temporary_models as temporary_leads
from mia.mail import models as mail
from mia.oncall import models as oncall
from mia.patients import models as patients
from mia.patients import tally_models as treatment_tallies
from mia.privacy import models as privacy
from mia.ratings import models as ratings
from mia.realtime import models as realtime
from mia.rebooking import models as rebooking
from mia.scheduling import calendar_models as scheduling_calendar
from mia.scheduling import models as scheduling
from mia.transfers import models as transfers
from mia.views import models as views
from mia.voice import models as voice

__all__ = [
    "access",
    "audit",
    "calendar",
    "clinics",
    "consent",
    "conversion",
    "db",
    "faults",
    "frontdesk",
    "handsets",
    "identity",
    "inbox",
    "insights",
    "jobs",
    "leads",
    "mail",
    "metadata",
    "oncall",
    "patients",
    "privacy",
    "ratings",
    "realtime",
    "rebooking",
    "scheduling",
    "scheduling_calendar",
    "temporary_leads",
    "transfers",
    "treatment_tallies",
    "views",
    "voice",
]

metadata = Base.metadata
