"""gunicorn's configuration: `gunicorn -c python:moonladder.server moonladder.wsgi`."""

from pathlib import Path

from moonladder.env import environment

_here = environment()

bind = _here.netloc
worker_class = "gthread"
workers = _here.web_processes
threads = _here.web_threads
if Path("/dev/shm").is_dir():
    worker_tmp_dir = "/dev/shm"  # gunicorn's own liveness files must not wait for a busy disk
graceful_timeout = 10
keepalive = 5
loglevel = _here.log_level.lower()
control_socket_disable = True
