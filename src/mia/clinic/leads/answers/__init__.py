"""Lead conversion: Mia answers inquiries and offers a consult, and staff see the progress."""
