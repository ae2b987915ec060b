"""Who may do what: users, sessions, second factors, invites, roles, API tokens, and the tenant row of a clinic.
It mints the ``ClinicScope`` without which nothing of a clinic is read. It may use platform.
"""
