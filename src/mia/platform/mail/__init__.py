"""Mail: emails written with the work they tell of, sent after its commit."""
