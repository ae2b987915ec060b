"""JSON of the access room, a file for each thing."""
