"""Matches: played, recorded, settled into ratings, and played again to see that it was so."""
