"""What the referee and a bot say to each other: one JSON object per line, both ways."""
