"""Which tables hold what of a clinic, found in the database itself, so that a new one cannot be forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from uuid import UUID

from psycopg import sql

from mia.app.keys.owner import Connection

KEPT = frozenset({"audit_entries", "audit_seals", "erasures", "purge_receipts"})
"""What stays when a clinic is removed: the audit log (ids only, six years, 45 CFR 164.316), and what says that and
when something was removed."""

_TENANT_COLUMNS = ("clinic_id", "org_id", "tenant_id")

_TABLES = """
SELECT class.relname,
    (array_agg(attribute.attname ORDER BY attribute.attnum) FILTER (WHERE attribute.attname = ANY (%s)))[1],
    array_agg(attribute.attname ORDER BY attribute.attnum)
FROM pg_class AS class JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
WHERE class.relkind = 'r' AND class.relnamespace = 'public'::regnamespace
  AND attribute.attnum > 0 AND NOT attribute.attisdropped
GROUP BY class.relname
"""

_REFERENCES = """
SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint
WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid
"""


@dataclass(frozen=True)
class TenantTable:
    """A table with a tenant's rows. ``by_org``: the tenant is an organization of the voice service."""

    name: str
    tenant: str
    columns: tuple[str, ...]

    @property
    def by_org(self) -> bool:
        """Whether its rows are an organization's."""
        return self.tenant == "org_id" and "clinic_id" not in self.columns

    def of(self, clinic_id: UUID, orgs: Sequence[UUID]) -> list[UUID]:
        """The tenants whose rows of this table are the clinic's. Data keys, and all else of the data floor, are
        kept for both."""
        if self.tenant == "tenant_id":
            return [clinic_id, *orgs]
        return list(orgs) if self.by_org else [clinic_id]

    @property
    def identifier(self) -> sql.Identifier:
        """For a statement."""
        return sql.Identifier(self.name)


def list_tenant_tables(connection: Connection) -> list[TenantTable]:
    """All of them, each before those that it refers to: in this order they can be emptied."""
    rows = connection.execute(_TABLES.encode(), [list(_TENANT_COLUMNS)]).fetchall()
    tables = {name: TenantTable(name, tenant, tuple(columns)) for name, tenant, columns in rows if tenant}
    order: TopologicalSorter[str] = TopologicalSorter({name: set() for name in tables})
    for child, parent in connection.execute(_REFERENCES.encode()).fetchall():
        if child in tables and parent in tables:
            order.add(parent, child)
    return [tables[name] for name in order.static_order()]
