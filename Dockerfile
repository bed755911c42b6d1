# Moonladder's one image: web, worker, beat and migrate are this image with another command.
# Everything happens in the first stage; the second holds the result and a user who may write nothing.

# Any Debian 12 with Python 3.11 will do. Nothing is installed into it, so it needs no package mirror.
ARG PYTHON_IMAGE=python:3.11-slim-bookworm


FROM ${PYTHON_IMAGE} AS build
# Set to 1 to take packages from deploy/wheelhouse alone, where the package index is out of reach.
ARG PIP_NO_INDEX
ARG PIP_DISABLE_PIP_VERSION_CHECK=1

RUN python3 -m venv /opt/venv
COPY requirements.txt deploy/wheelhouse/ /tmp/wheelhouse/
RUN /opt/venv/bin/pip install --no-cache-dir --find-links /tmp/wheelhouse \
        --requirement /tmp/wheelhouse/requirements.txt \
    && /opt/venv/bin/pip uninstall --quiet --yes pip

COPY . /opt/moonladder
WORKDIR /opt/moonladder
# The signing key that Django asks for is made in a state folder that stays behind in this stage.
RUN rm -r deploy requirements.txt \
    && MOONLADDER_STATE_DIR=/tmp/state MOONLADDER_STATIC_DIR=/opt/moonladder/static \
        /opt/venv/bin/python manage.py collectstatic --noinput \
    && /opt/venv/bin/python -m compileall -q .


FROM ${PYTHON_IMAGE}
RUN useradd --user-group --uid 10001 --no-create-home --home-dir /nonexistent moonladder \
    && install --directory --owner=moonladder --group=moonladder --mode=0700 /var/lib/moonladder
COPY --from=build /opt /opt

ENV PATH=/opt/venv/bin:$PATH \
    PYTHONPATH=/opt/moonladder/platform:/opt/moonladder \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    MOONLADDER_HOST=0.0.0.0 \
    MOONLADDER_STATE_DIR=/var/lib/moonladder \
    MOONLADDER_STATIC_DIR=/opt/moonladder/static
WORKDIR /opt/moonladder
# By number, so that whoever runs the image can see that it is not root without looking inside.
USER 10001:10001
EXPOSE 8000
CMD ["gunicorn", "-c", "python:moonladder.server", "moonladder.wsgi"]
