"""Reading and clearing an organization's log."""
