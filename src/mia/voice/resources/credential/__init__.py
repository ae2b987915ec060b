"""Credentials of an organization: sealed, used where its assistants name them, and never shown."""
