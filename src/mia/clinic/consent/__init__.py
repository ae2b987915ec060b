"""Consent: who agreed to be contacted how, for what, and the proof."""
