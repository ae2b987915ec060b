"""Tools: what an assistant may do besides talking, kept once and named by ``model.toolIds``, or written into it."""
