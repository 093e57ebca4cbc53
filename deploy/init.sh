#!/bin/sh
# Writes .env for docker-compose.yml, once: new secrets, and the settings that you name. It never changes an existing .env.
#
#   sh deploy/init.sh [--storage URL] [--monitoring] [PUBLIC_URL]
#
#   PUBLIC_URL      the address that clients use, such as https://video.example.com; by default, that of this machine
#   --storage URL   keep media in an object store that Compose runs as well; URL is the address by which clients reach it,
#                   such as https://media.example.com, or http://localhost:7070 on this machine
#   --monitoring    run Prometheus with the alerts of deploy/prometheus as well
#
# It needs a POSIX shell, and openssl or /dev/urandom with od and base64.
set -eu

fail() {
  echo "init.sh: $*" >&2
  exit 1
}

# Prints $1 random bytes in hexadecimal digits.
hex() {
  if command -v openssl >/dev/null 2>&1; then
    openssl rand -hex "$1"
  else
    od -An -v -tx1 -N "$1" /dev/urandom | tr -d ' \n'
    echo
  fi
}

# Prints 32 random bytes in base64.
key() {
  if command -v openssl >/dev/null 2>&1; then
    openssl rand -base64 32
  else
    dd if=/dev/urandom bs=32 count=1 2>/dev/null | base64
  fi
}

# Fails unless $1 is the beginning of links: a scheme and a host, without a path, a space or what .env would read otherwise.
require_address() {
  printf '%s\n' "$1" | grep -Eq '^https?://[][A-Za-z0-9.:-]+$' \
    || fail "$1 is not an address such as https://video.example.com, without a slash at the end."
}

public_url=
storage=
profiles=
while [ $# -gt 0 ]; do
  case $1 in
    --storage)
      [ $# -gt 1 ] || fail '--storage needs the address by which clients reach the object store.'
      require_address "$2"
      storage=$2
      profiles="${profiles:+$profiles,}storage"
      shift
      ;;
    --monitoring) profiles="${profiles:+$profiles,}monitoring" ;;
    -*) fail "$1 is not known. See the head of this file." ;;
    *)
      [ -z "$public_url" ] || fail 'there can be only one PUBLIC_URL.'
      require_address "$1"
      public_url=$1
      ;;
  esac
  shift
done

cd "$(dirname "$0")/.."
kept="$(pwd)/.env exists already, and is left as it is. It contains the secrets of an installation: without them, its data is lost."
[ ! -e .env ] && [ ! -L .env ] || fail "$kept"

settings="# Written by deploy/init.sh. Keep a copy of MASTER_KEY apart from the backups of the database.
MASTER_KEY=$(key)
POSTGRES_PASSWORD=$(hex 24)
DATABASE_OWNER_PASSWORD=$(hex 24)
DATABASE_PASSWORD=$(hex 24)
TEMPORAL_DATABASE_PASSWORD=$(hex 24)"
[ -z "$public_url" ] || settings="$settings
PUBLIC_URL=$public_url"
[ -z "$profiles" ] || settings="$settings
COMPOSE_PROFILES=$profiles"
[ -z "$storage" ] || settings="$settings
S3_BUCKET=media
S3_ENDPOINT=http://storage:7070
S3_PUBLIC_ENDPOINT=$storage
S3_REGION=us-east-1
AWS_ACCESS_KEY_ID=$(hex 10)
AWS_SECRET_ACCESS_KEY=$(hex 24)"

# A command that is missing or fails leaves its value empty or short.
printf '%s\n' "$settings" | grep -Eq '^MASTER_KEY=[A-Za-z0-9+/]{43}=$' || fail 'no random bytes could be read.'
[ "$(printf '%s\n' "$settings" | grep -Ec '_PASSWORD=[0-9a-f]{48}$')" = 4 ] || fail 'no random bytes could be read.'

# Others may not read it, and a file that another run has written meanwhile is not overwritten.
umask 077
set -C
printf '%s\n' "$settings" >.env || fail "$kept"

cat <<'END'
.env has been written. It is readable by you alone. Next:

  docker compose up --build --detach && docker compose logs --follow api

The log ends with a link (/setup#…). Open it to choose your password, then create a key on the page "API keys". Ctrl-C ends
the log, and not the service.
END
