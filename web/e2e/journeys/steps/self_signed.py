"""Writes a key and a certificate for localhost, good for a day, into the folder given."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

folder, now, key = Path(sys.argv[1]), datetime.now(UTC), ec.generate_private_key(ec.SECP256R1())
name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
certificate = (
    x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    .not_valid_before(now - timedelta(hours=1))
    .not_valid_after(now + timedelta(days=1))
    .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    .sign(key, hashes.SHA256())
)
encoding = serialization.Encoding.PEM
plain = serialization.NoEncryption()
(folder / "key.pem").write_bytes(key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, plain))
(folder / "certificate.pem").write_bytes(certificate.public_bytes(encoding))
