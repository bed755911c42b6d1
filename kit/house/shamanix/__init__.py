"""House bots that play Shamanix."""
