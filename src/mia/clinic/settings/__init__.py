"""A practice's settings as the screens need them: read as a whole, changed part by part."""
