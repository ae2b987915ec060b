"""What goes to the team: hand-offs, call-backs, matters that only people settle, and what was not understood."""
