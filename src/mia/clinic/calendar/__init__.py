"""The practice's calendar: visits made, moved and ended by staff, what patients are told, links for providers."""
