"""What the voice service tells the front desk: tools asked for, reports of calls, and what follows from them."""
