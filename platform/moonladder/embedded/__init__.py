"""The whole site on one machine: what `manage.py up` starts, watches and stops."""
