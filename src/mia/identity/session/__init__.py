"""Sign-in with a password, the sessions that follow, and passwords changed or reset."""
