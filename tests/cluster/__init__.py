"""The cluster of docker-compose.yml, brought up for real."""
