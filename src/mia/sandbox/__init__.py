"""The sandbox: what would have left the machine, to be read on it. Demo and development only."""
