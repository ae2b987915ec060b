"""What keyed hashes stand for, as far as rows say it: every column ``x_sealed`` that has its index ``x_blind``."""

from collections.abc import Sequence

from sqlalchemy import text

from mia.platform.db.session import ClinicSession

_PAIRS = text("""
    SELECT sealed.table_name, sealed.column_name, blind.column_name
    FROM information_schema.columns AS sealed
    JOIN information_schema.columns AS blind
      ON blind.table_schema = sealed.table_schema AND blind.table_name = sealed.table_name
      AND blind.column_name = regexp_replace(sealed.column_name, '_sealed$', '_blind')
    JOIN information_schema.columns AS tenant
      ON tenant.table_schema = sealed.table_schema AND tenant.table_name = sealed.table_name
      AND tenant.column_name = 'clinic_id'
    WHERE sealed.table_schema = 'public' AND sealed.column_name LIKE '%\\_sealed'
    ORDER BY 1, 2
""")


async def read_behind(session: ClinicSession, blinds: Sequence[bytes]) -> set[str]:
    """The texts (addresses) of these hashes that the clinic's rows still hold."""
    found: set[str] = set()
    for table, sealed, blind in (await session.sql.execute(_PAIRS)).all():
        # Names of our own tables and columns, as the database has them.
        query = f"SELECT DISTINCT {sealed} FROM {table} WHERE clinic_id = :clinic_id AND {blind} = ANY(:blinds)"  # noqa: S608
        values = {"clinic_id": session.scope.clinic_id, "blinds": list(blinds)}
        rows = await session.sql.scalars(text(query), values)
        found |= {session.unseal(value) for value in rows if value is not None}
    return {value for value in found if session.blind(value) in blinds}
