"""People's accounts and the tokens their programs show."""
