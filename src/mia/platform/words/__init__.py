"""Plain forms of what people say, names, and files of phrases."""
