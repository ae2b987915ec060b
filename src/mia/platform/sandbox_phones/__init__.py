"""The phones that the sandbox plays: texts that went to them, and those written on them."""
