"""Which clinic each number of the carrier account belongs to: the operator's commands, and the number of 0.1.0."""
