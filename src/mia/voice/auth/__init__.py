"""Who may use the voice API: bearer tokens of organizations, join tokens of calls, and the operator."""
