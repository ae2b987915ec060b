"""All models in one metadata; only migrations and their test look at this."""

from mia.db import models as db
from mia.db.base import Base
from mia.frontdesk import models as frontdesk
from mia.inbox import models as inbox
from mia.leads import models as leads

__all__ = ["db", "frontdesk", "inbox", "leads", "metadata"]

metadata = Base.metadata
