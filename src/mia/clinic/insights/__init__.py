"""Figures of the dashboards, computed from rows."""
