"""Who speaks when: hearing the caller, saying lines, being interrupted, waiting, and the last word."""
