"""All models in one metadata; only migrations and their test look at this."""

from mia.db import models as db
from mia.db.base import Base

__all__ = ["db", "metadata"]

metadata = Base.metadata
