"""What patients thought of a visit or a call: asked by text, one to five, with their word on it."""
