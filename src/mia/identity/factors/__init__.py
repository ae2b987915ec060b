"""Second factors: authenticator apps, passkeys, recovery codes, and what happens when one is lost."""
