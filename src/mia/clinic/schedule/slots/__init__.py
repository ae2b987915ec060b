"""What is free: hours, rooms and providers, and the signed offers made of them."""
