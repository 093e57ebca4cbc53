#!/usr/bin/env bash
# What the entrypoint of the image `postgres` does with the variables and mounts that docker-compose.yml gives it: a
# cluster on an empty volume, made ready by the files in docker-entrypoint-initdb.d, then the command. ROOT stands
# for the root of the container's file system.
#
# https://github.com/docker-library/postgres/blob/master/docker-entrypoint.sh
set -euo pipefail
user=${POSTGRES_USER:-postgres}

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  # In a container all but the socket asks for passwords: connections come from other machines.
  initdb -D "$PGDATA" --username="$user" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") \
    --auth-local=trust --auth-host=scram-sha-256
  # Stopped on the way, it leaves no server behind.
  trap 'pg_ctl -D "$PGDATA" -m fast -w stop' EXIT
  trap 'exit 1' TERM
  pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -c unix_socket_directories=$ROOT/var/run/postgresql" -w start
  database=${POSTGRES_DB:-$user}
  [ "$database" = postgres ] || psql --username "$user" --dbname postgres -c "create database \"$database\""
  for file in "$ROOT"/docker-entrypoint-initdb.d/*.sql; do
    [ ! -e "$file" ] \
      || psql -v ON_ERROR_STOP=1 --username "$user" --no-password --no-psqlrc --dbname "$database" -f "$file"
  done
  trap - EXIT TERM
  pg_ctl -D "$PGDATA" -m fast -w stop
fi

# The container has port 5432 and an address to itself; here both are shared with others.
exec "$@" -D "$PGDATA" -c listen_addresses=127.0.0.1 -c "unix_socket_directories=$ROOT/var/run/postgresql"
