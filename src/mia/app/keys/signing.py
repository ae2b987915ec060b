"""A new signing key: the app role's password follows it, voice tokens end with the old one, links and site keys of
before stay good for a while (:data:`mia.platform.kernel.keys.GRACE`)."""

import psycopg
from psycopg import sql

from mia.platform.db.tenancy import APP_ROLE
from mia.platform.kernel.settings import Settings


def change_app_password(settings: Settings, owner_url: str) -> None:
    """Give the app role the password that follows from the current signing key.

    Open connections stay; processes try the password of before as long as its key is accepted.
    """
    password = sql.Literal(settings.derived_secret("database-role"))
    with psycopg.connect(owner_url) as connection:
        connection.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(APP_ROLE), password))
