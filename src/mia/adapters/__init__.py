"""One file per thing outside this process."""
