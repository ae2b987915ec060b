"""What `make test` runs, stage by stage; `python scripts/check.py` is its entry."""
