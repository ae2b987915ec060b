"""The unsubscribe link of an email and its page."""
