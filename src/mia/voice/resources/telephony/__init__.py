"""What a carrier asks of the API during a call."""
