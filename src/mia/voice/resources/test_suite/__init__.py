"""Test suites: conversations by script with an assistant, judged by rubrics."""
