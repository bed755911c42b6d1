"""The `moonladder` command: one module for each subcommand, `main` puts them together."""
