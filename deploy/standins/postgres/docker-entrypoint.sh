#!/bin/sh
# Makes the database at the first start, as POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB say.
set -eu

make_database() {
    : "${POSTGRES_PASSWORD:?Set POSTGRES_PASSWORD: the database would be open to everyone.}"
    user=${POSTGRES_USER:-postgres}
    password=$(mktemp)
    echo "$POSTGRES_PASSWORD" >"$password"
    initdb --username="$user" --pwfile="$password" --auth-local=trust --auth-host=scram-sha-256
    rm "$password"
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    # It listens on its socket only, so that nobody meets it before the database exists.
    pg_ctl --wait --options="-c listen_addresses=''" start
    if [ "${POSTGRES_DB:-$user}" != postgres ]; then
        createdb --username="$user" "${POSTGRES_DB:-$user}"
    fi
    pg_ctl --wait --mode=fast stop
}

if [ "$1" = postgres ]; then
    [ -s "$PGDATA/PG_VERSION" ] || make_database
    set -- "$@" -c listen_addresses='*'
fi
exec "$@"
