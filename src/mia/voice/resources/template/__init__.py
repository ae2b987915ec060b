"""Templates: tools that an organization keeps to make others from."""
