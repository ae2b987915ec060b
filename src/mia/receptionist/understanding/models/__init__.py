"""What the trained models say of a message: its purposes, topics and parts, and how near two texts are."""
