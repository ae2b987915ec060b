#!/bin/sh
# Makes a certificate authority and a server certificate for PostgreSQL, once.
#   make-certificates.sh FOLDER HOST [OWNER]
# Clients connect with sslmode=verify-full and sslrootcert=FOLDER/ca.crt. The authority signs this one
# certificate; its key is not kept. To renew, remove the folder's files and start the database again.
set -eu
folder=$1 host=$2 owner=${3:-}
[ ! -s "$folder/server.crt" ] || exit 0
umask 077
openssl req -x509 -newkey rsa:3072 -nodes -sha256 -days 3650 -subj "/CN=Mia database authority" \
    -keyout "$folder/ca.key" -out "$folder/ca.crt" 2>/dev/null
openssl req -newkey rsa:3072 -nodes -sha256 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
    -keyout "$folder/server.key" -out "$folder/server.csr" 2>/dev/null
openssl x509 -req -sha256 -days 3650 -in "$folder/server.csr" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" \
    -CAcreateserial -copy_extensions copy -out "$folder/server.crt.new" 2>/dev/null
rm -f "$folder/ca.key" "$folder/ca.srl" "$folder/server.csr"
[ -z "$owner" ] || chown "$owner" "$folder/server.key" "$folder/server.crt.new"
chmod 0644 "$folder/ca.crt" "$folder/server.crt.new"
mv "$folder/server.crt.new" "$folder/server.crt"
