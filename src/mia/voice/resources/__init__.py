"""The resources of the voice service's API, a folder each."""
