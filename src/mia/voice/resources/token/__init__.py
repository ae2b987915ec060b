"""Bearer tokens of an organisation."""
