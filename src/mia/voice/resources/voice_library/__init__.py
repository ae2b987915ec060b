"""The voice library: which voices an organization may choose, of the providers that this installation has."""
