"""Accounts from the outside: the operator's commands, and the work of the job worker."""
