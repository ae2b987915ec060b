"""Mail: emails written in the transaction of the change, sent after its commit."""
