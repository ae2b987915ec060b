"""The product: what a clinic works with. Each room owns its tables and its rules (``service.py`` is its door),
and imports only rooms on floors below it. It knows the voice service as an HTTP API, through a port of
``frontdesk``; it may use identity and platform.
"""
