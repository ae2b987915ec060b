"""All models in one metadata; only migrations and their test look at this."""

from mia.clinic.calendar import models as calendar
from mia.clinic.consent import models as consent
from mia.clinic.error_reports import models as faults
from mia.clinic.frontdesk import models as frontdesk
from mia.clinic.inbox import models as inbox
from mia.clinic.insights import models as insights
from mia.clinic.leads import models as leads
from mia.clinic.leads import temporary_models as temporary_leads
from mia.clinic.leads.answers import models as conversion
from mia.clinic.oncall import models as oncall
from mia.clinic.patients import models as patients
from mia.clinic.patients import tally_models as treatment_tallies
from mia.clinic.practice import models as clinics
from mia.clinic.privacy import models as privacy
from mia.clinic.ratings import models as ratings
from mia.clinic.recalls import models as rebooking
from mia.clinic.saved_views import models as views
from mia.clinic.schedule import calendar_models as scheduling_calendar
from mia.clinic.schedule import models as scheduling
from mia.clinic.transfers import models as transfers
from mia.clinic.verification import models as identity
from mia.identity import models as access
from mia.platform.audit import models as audit
from mia.platform.db import models as db
from mia.platform.db.base import Base
from mia.platform.jobs import models as jobs
from mia.platform.mail import models as mail
from mia.platform.realtime import models as realtime
from mia.platform.sandbox_phones import models as handsets
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
