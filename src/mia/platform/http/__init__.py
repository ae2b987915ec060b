"""What both HTTP APIs share: hosts, headers, deadlines, and problem details."""
