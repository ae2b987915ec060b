"""A token's session, its user and the way into a clinic, found by one call that needs no transaction around it.

Every request asks this first. Accounts are seen while the function runs, and no longer. (A function's own SET
would say the same, but takes a superuser to declare.)
"""

from alembic import op

revision = "0029"
down_revision = "0028"

# plpgsql keeps the plan of its query, which a function in SQL makes anew at each call.
_LIVE_SESSION = """
CREATE FUNCTION live_session(token bytea, kind_of_token text, at timestamptz, unused_since timestamptz, clinic text)
RETURNS TABLE (
    id uuid, user_id uuid, kind text, last_seen_at timestamptz, expires_at timestamptz, proved_at timestamptz,
    factor_at timestamptz, email text, name text, second_factor boolean, clinic_id uuid,
    require_second_factor boolean, role text, disabled_at timestamptz, last_active_at timestamptz
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    before text := coalesce(current_setting('mia.system', true), '');
BEGIN
    PERFORM set_config('mia.system', 'login', true);
    RETURN QUERY
    SELECT sessions.id, sessions.user_id, sessions.kind, sessions.last_seen_at, sessions.expires_at,
        sessions.proved_at, sessions.factor_at, users.email, users.name, users.second_factor, tenants.id,
        tenants.require_second_factor, memberships.role, memberships.disabled_at, memberships.last_active_at
    FROM sessions
    JOIN users ON users.id = sessions.user_id
    LEFT JOIN clinics AS tenants ON tenants.slug = live_session.clinic
    LEFT JOIN memberships ON memberships.clinic_id = tenants.id AND memberships.user_id = sessions.user_id
    WHERE sessions.token_hash = live_session.token AND sessions.kind = live_session.kind_of_token
        AND sessions.expires_at > live_session.at
        AND CASE WHEN sessions.kind = 'api' THEN sessions.token_expires_at > live_session.at
            ELSE sessions.last_seen_at > live_session.unused_since END;
    PERFORM set_config('mia.system', before, true);
END $$
"""


def upgrade() -> None:
    op.execute(_LIVE_SESSION)


def downgrade() -> None:
    op.execute("DROP FUNCTION live_session(bytea, text, timestamptz, timestamptz, text)")
