"""What every wing stands on and no wing owns: settings, errors and ids, the database with its tenants and keys,
jobs, events to browsers, the audit log, mail, logs and figures. It imports no other wing.
"""
