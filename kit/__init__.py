"""What a bot author holds: the `moonladder` command, house bots, and help for writing a bot."""
