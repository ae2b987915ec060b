"""Files: kept as they were sent, and searched by their words."""
