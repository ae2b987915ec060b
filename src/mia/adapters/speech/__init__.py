"""Providers of speech, a file each. They are asked over HTTP, so that no client library is loaded for them."""
