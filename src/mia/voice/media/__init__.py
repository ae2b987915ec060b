"""Media workers: the processes that hold calls, and how the API reaches them."""
