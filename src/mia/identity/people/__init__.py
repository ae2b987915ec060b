"""Who belongs to a clinic: opening one, invites, joining, leaving, and support visits."""
