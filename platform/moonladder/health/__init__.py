"""Is everything alive? The parts of a running site, asked one by one."""
