"""Server messages: what the voice service tells, and asks of, the server of an assistant."""
