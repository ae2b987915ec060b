"""Who is spoken of: names as said, heard and spelled, children, women and men."""
