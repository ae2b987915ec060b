#!/bin/sh
# Writes .env for compose.yaml with fresh secrets:  sh deploy/new-env.sh DOMAIN CONTACT_EMAIL
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 2 ] || { echo "Usage: sh deploy/new-env.sh DOMAIN CONTACT_EMAIL" >&2; exit 2; }
[ ! -e .env ] || { echo ".env exists already. Its keys open your data: move it away first if you are sure." >&2; exit 1; }
secret() { head -c 32 /dev/urandom | od -An -vtx1 | tr -d ' \n'; }
umask 077
cat > .env <<TXT
# Keep a copy of this file outside this server: without MIA_MASTER_KEY nobody can read the database or its backups.
MIA_DOMAIN=$1
MIA_CONTACT_EMAIL=$2
MIA_MASTER_KEY=$(secret)
MIA_SIGNING_KEY=$(secret)
MIA_BACKUP_KEY=$(secret)
MIA_DATABASE_PASSWORD=$(secret)
MIA_TURN_PASSWORD=$(secret)
# The server that sends your mail, and the sender that patients see.
MIA_SMTP_URL=
MIA_MAIL_FROM="Mia <mia@$1>"
TXT
echo "Wrote .env. Set MIA_SMTP_URL in it, then: docker compose up -d"
