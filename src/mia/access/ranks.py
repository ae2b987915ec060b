"""Who may change whom: a Clinic Administrator everybody, a Manager everybody but those."""

from mia.kernel.errors import Forbidden
from mia.kernel.scope import Role


def check_rank(actor: Role | None, *roles: Role | None) -> None:
    """:class:`Forbidden` unless somebody of role ``actor`` may give, take or touch these roles.

    None as actor is the operator at the command line, who may.
    """
    if actor not in (None, Role.OWNER) and Role.OWNER in roles:
        raise Forbidden("Only a Clinic Administrator may do this for a Clinic Administrator.")
