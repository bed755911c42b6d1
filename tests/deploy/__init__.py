"""Making images without a registry."""
