"""Support: what the people of an organization tell those who run the installation."""
