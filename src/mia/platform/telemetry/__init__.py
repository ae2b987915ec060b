"""What a running product tells those who operate it: metrics and traces, without a word about patients.

Labels and attributes are names from the code (route templates, event names, kinds of errors), counts and durations.
Never ids, never paths, never text.
"""
