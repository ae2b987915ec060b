"""One call from the first ring to the last word, independent of the medium that carries it."""
