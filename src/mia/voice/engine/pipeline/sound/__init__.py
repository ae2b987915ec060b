"""Sound itself: keys, the office behind the voice, and both sides of a call for who listens or records."""
