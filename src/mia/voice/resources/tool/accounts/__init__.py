"""Tools that work in an organization's account at another system, by a credential of it."""
