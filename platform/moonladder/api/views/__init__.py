"""The endpoints, one module for each subject."""
