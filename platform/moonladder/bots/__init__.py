"""Bots and their versions: what people upload, and how an upload becomes something that plays."""
