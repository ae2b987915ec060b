#!/bin/sh
# Entry point of the database container: certificates first, then PostgreSQL, which takes TLS connections only.
set -eu
sh /deploy/make-certificates.sh /certificates db postgres:postgres
exec docker-entrypoint.sh postgres \
    -c ssl=on -c ssl_min_protocol_version=TLSv1.2 \
    -c ssl_cert_file=/certificates/server.crt -c ssl_key_file=/certificates/server.key \
    -c hba_file=/deploy/pg_hba.conf -c password_encryption=scram-sha-256
