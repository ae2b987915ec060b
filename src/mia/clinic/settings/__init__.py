"""What a practice settles about itself, as one place for the screens: read whole, changed part by part."""
