"""Jobs and reports, as the service encrypts them with TEMPORAL_ENCRYPT_PAYLOADS: in the form of Temporal's own samples."""

import base64
import dataclasses
import os
from collections.abc import Iterable, Sequence

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from temporalio.api.common.v1 import Payload
from temporalio.converter import (
    DataConverter,
    DefaultFailureConverterWithEncodedAttributes,
    PayloadCodec,
)

ENCRYPTED = b"binary/encrypted"
NONCE_BYTES = 12


class EncryptionCodec(PayloadCodec):
    def __init__(self, keys: dict[str, bytes]):
        """Keys by their ids, newest first: the first encrypts, and all decrypt."""
        self.ciphers = {key_id: AESGCM(key) for key_id, key in keys.items()}
        self.newest = next(iter(keys))

    async def encode(self, payloads: Iterable[Payload]) -> list[Payload]:
        return [self.encrypt(payload) for payload in payloads]

    async def decode(self, payloads: Iterable[Payload]) -> list[Payload]:
        return [self.decrypt(payload) for payload in payloads]

    def encrypt(self, payload: Payload) -> Payload:
        nonce = os.urandom(NONCE_BYTES)
        sealed = self.ciphers[self.newest].encrypt(nonce, payload.SerializeToString(), None)
        return Payload(
            metadata={
                "encoding": ENCRYPTED,
                "encryption-cipher": b"AES/GCM",
                "encryption-key-id": self.newest.encode(),
            },
            data=nonce + sealed,
        )

    def decrypt(self, payload: Payload) -> Payload:
        if payload.metadata.get("encoding") != ENCRYPTED:
            return payload
        key_id = payload.metadata["encryption-key-id"].decode()
        if key_id not in self.ciphers:
            raise ValueError(f"TEMPORAL_PAYLOAD_KEYS lacks the key {key_id}.")
        nonce, sealed = payload.data[:NONCE_BYTES], payload.data[NONCE_BYTES:]
        return Payload.FromString(self.ciphers[key_id].decrypt(nonce, sealed, None))


def data_converter(keys: str) -> DataConverter:
    """For the value of TEMPORAL_PAYLOAD_KEYS, as `admin secrets payload-keys` prints it. Empty: nothing is encrypted."""
    if not keys:
        return DataConverter.default
    pairs: Sequence[list[str]] = [pair.strip().split(":", 1) for pair in keys.split(",")]
    codec = EncryptionCodec({key_id: base64.b64decode(key) for key_id, key in pairs})
    return dataclasses.replace(
        DataConverter.default,
        payload_codec=codec,
        # Messages and stack traces of failures are payloads too.
        failure_converter_class=DefaultFailureConverterWithEncodedAttributes,
    )
