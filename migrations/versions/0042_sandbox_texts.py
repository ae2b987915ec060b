"""The texts on sandbox phones are called so."""

from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    _rename("handset_texts", "sandbox_texts")


def downgrade() -> None:
    _rename("sandbox_texts", "handset_texts")


def _rename(old: str, new: str) -> None:
    """Renames the table and what carries its name; its policy goes along."""
    op.execute(f"ALTER TABLE {old} RENAME TO {new}")
    op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT pk_{old} TO pk_{new}")
    for kind, what in (("uq", "key"), ("ix", "number")):
        op.execute(f"ALTER INDEX {kind}_{old}_{what} RENAME TO {kind}_{new}_{what}")
