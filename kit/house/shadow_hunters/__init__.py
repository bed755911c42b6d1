"""House bots that play Shadow Hunters."""
