"""One file per thing outside this process: a carrier, a mail server, an error reporting service, a model's server.

An adapter implements a port of the room that needs it, and imports that room's ``ports`` (the vendor's words
stay here).
"""
