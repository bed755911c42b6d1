"""What the author's command knows of sites: where they are, and how they are asked as whom."""
