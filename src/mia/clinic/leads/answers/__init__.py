"""Lead conversion: Mia answers whoever asked for something, offers them a consult, and staff see how it goes."""
