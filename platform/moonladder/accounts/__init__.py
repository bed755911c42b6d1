"""People's accounts: names, passwords, and the tokens their programs show."""
