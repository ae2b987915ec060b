"""Knowledge bases: files, or a server of the client's own, that an assistant looks things up in."""
