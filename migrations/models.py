"""All models in one metadata; only migrations and their test look at this."""

from mia.clinic.calendar import models as calendar
from mia.clinic.consent import models as consent
from mia.clinic.error_reports import models as error_reports
from mia.clinic.frontdesk import models as frontdesk
from mia.clinic.inbox import models as inbox
from mia.clinic.insights import models as insights
from mia.clinic.leads import models as leads
from mia.clinic.leads.temporary import models as temporary_leads
from mia.clinic.oncall import models as oncall
from mia.clinic.outreach import models as outreach
from mia.clinic.patients import models as patients
from mia.clinic.patients import tally_models as treatment_tallies
from mia.clinic.practice import models as practices
from mia.clinic.privacy import models as privacy
from mia.clinic.ratings import models as ratings
from mia.clinic.recalls import models as recalls
from mia.clinic.records.transfers import models as transfers
from mia.clinic.saved_replies import models as saved_replies
from mia.clinic.saved_views import models as saved_views
from mia.clinic.schedule import calendar_models as scheduling_calendar
from mia.clinic.schedule import models as schedule
from mia.clinic.teaching import models as teaching
from mia.clinic.tryout import models as tryout
from mia.clinic.verification import models as verification
from mia.identity import models as identity
from mia.platform.audit import models as audit
from mia.platform.db import models as db
from mia.platform.db.base import Base
from mia.platform.jobs import models as jobs
from mia.platform.mail import models as mail
from mia.platform.realtime import models as realtime
from mia.platform.sandbox_phones import models as sandbox_phones
from mia.voice import models as voice

__all__ = [
    "audit",
    "calendar",
    "consent",
    "db",
    "error_reports",
    "frontdesk",
    "identity",
    "inbox",
    "insights",
    "jobs",
    "leads",
    "mail",
    "metadata",
    "oncall",
    "outreach",
    "patients",
    "practices",
    "privacy",
    "ratings",
    "realtime",
    "recalls",
    "sandbox_phones",
    "saved_replies",
    "saved_views",
    "schedule",
    "scheduling_calendar",
    "teaching",
    "temporary_leads",
    "transfers",
    "treatment_tallies",
    "tryout",
    "verification",
    "voice",
]

metadata = Base.metadata
