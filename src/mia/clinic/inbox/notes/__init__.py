"""Notes that the team leaves each other in a conversation; they are never sent."""
