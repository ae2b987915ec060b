"""All models in one metadata; only migrations and their test look at this."""

from mia.access import models as access
from mia.audit import models as audit
from mia.clinics import models as clinics
from mia.consent import models as consent
from mia.db import models as db
from mia.db.base import Base
from mia.faults import models as faults
from mia.frontdesk import models as frontdesk
from mia.handsets import models as handsets
from mia.inbox import models as inbox
from mia.jobs import models as jobs
from mia.leads import models as leads
from mia.mail import models as mail
from mia.patients import models as patients
from mia.realtime import models as realtime
from mia.rebooking import models as rebooking
from mia.scheduling import models as scheduling
from mia.voice import models as voice

__all__ = [
    "access",
    "audit",
    "clinics",
    "consent",
    "db",
    "faults",
    "frontdesk",
    "handsets",
    "inbox",
    "jobs",
    "leads",
    "mail",
    "metadata",
    "patients",
    "realtime",
    "rebooking",
    "scheduling",
    "voice",
]

metadata = Base.metadata
