"""Which media workers there are, and how the API reaches them."""
