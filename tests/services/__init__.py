"""Real servers for the tests: private, in temporary folders, gone when the tests are over."""
