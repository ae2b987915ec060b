"""The film of a recorded call, made of its sound and its words after it has ended, in a process of its own."""
