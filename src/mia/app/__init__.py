"""The composition root: settings become adapters, adapters become a front office and a voice service, and both
become processes (web, worker, media) and commands. It may use every other wing, and no other wing may use it.
"""
