"""A practice leaves: everything it holds is handed out, then removed, with a receipt."""
