"""House bots that play Shamans."""
