"""Who plays matches for this site, and how well they keep bots apart."""
