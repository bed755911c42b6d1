"""The subcommands that ask a site: everybody's ladders and matches, and one's own uploads."""
