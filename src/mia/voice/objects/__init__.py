"""Where the contents of files lie: a port, and a file for each kind of store."""
