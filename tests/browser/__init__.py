"""What people do with the whole site, in a real browser; and pictures of it."""
