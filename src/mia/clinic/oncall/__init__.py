"""On-call alerts: an urgent task reaches people at once, and the next ones until someone acknowledges."""
