"""Import of patients from a file, and export to one."""
