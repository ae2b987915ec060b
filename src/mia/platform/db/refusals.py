"""What PostgreSQL says when it cannot be used, in an operator's words."""

import psycopg

from mia.platform.db.tenancy import APP_ROLE

WRONG_MASTER_KEY = (
    "MIA_MASTER_KEY is not the key that this database was encrypted with: nothing about patients can be read. "
    "Set the key that it was written with; without that key the data is lost."
)

SOME_KEYS_CLOSED = (
    "MIA_MASTER_KEY does not open {closed:,} of the {stored:,} data keys in this database: what was written with "
    "them cannot be read. Set the key that they were wrapped with as MIA_MASTER_KEY_PREVIOUS and run "
    "`mia keys rotate master`, or restore a backup."
)

_BAD_LOGIN = ("password authentication failed", "no password supplied", "does not exist", "not permitted to log in")


def words_of(error: BaseException) -> str | None:
    """One or two sentences about a server that is away or refuses to be used; None for any other error.

    ``error`` is the driver's, or SQLAlchemy's around it. No value of a row and no password is in the sentences.
    """
    cause = getattr(error, "orig", error)
    if not isinstance(cause, psycopg.OperationalError | psycopg.errors.InsufficientPrivilege):
        return None
    told = str(cause).strip().partition("\n")[0].rpartition("FATAL:")[2].strip()
    if isinstance(cause, psycopg.errors.InsufficientPrivilege):
        return (
            f"The owner in DATABASE_URL may not prepare the database ({told}). It must be allowed to create roles."
        )
    if f'"{APP_ROLE}"' in told and any(each in told for each in _BAD_LOGIN):
        return (
            f"The database refuses the login of {APP_ROLE}. Its password follows from MIA_SIGNING_KEY: set the key "
            "that `mia serve` or `mia migrate` last ran with, or run one of them with this key."
        )
    return f"The database cannot be used: {told}. Is it running, and is its address right?"
