#!/bin/sh
# Writes .env for compose.yaml with fresh secrets:  sh deploy/new-env.sh DOMAIN CONTACT_EMAIL
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 2 ] || { echo "Usage: sh deploy/new-env.sh DOMAIN CONTACT_EMAIL" >&2; exit 2; }
[ ! -e .env ] || { echo ".env exists already. Its keys open your data: move it away first if you are sure." >&2; exit 1; }
secret() { head -c 32 /dev/urandom | od -An -vtx1 | tr -d ' \n'; }
# The address that the domain leads to, and this server's own: the same, or one behind a provider's NAT.
public=$(getent ahostsv4 "$1" | awk 'NR == 1 { print $1 }')
own=$(ip -4 -o route get 192.0.2.1 2>/dev/null | sed -n 's/.* src \([0-9.]*\).*/\1/p')
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
# Where calls reach this server: the address of the domain, and the server's own (the same unless it is behind NAT).
MIA_PUBLIC_IP=$public
MIA_SERVER_IP=$own
# The server that sends your mail, and the sender that patients see.
MIA_SMTP_URL=
MIA_MAIL_FROM="Mia <mia@$1>"
TXT
[ -n "$public" ] || echo "$1 leads nowhere yet: set MIA_PUBLIC_IP in .env to this server's public address." >&2
[ -n "$own" ] || echo "Set MIA_SERVER_IP in .env to this server's own address." >&2
echo "Wrote .env. Set MIA_SMTP_URL in it, then: docker compose up -d"
