"""``/speech``: hear how a voice says something, outside of a call."""
