"""Analytics: sums, means and counts over an organization's calls."""
