"""A security key in software, for tests without a browser: it answers the questions of the pages and signs."""

import json
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAG = AuthenticatorData.FLAG
ADDRESS, AFTER_THE_PASSWORD = "/accounts/2fa/webauthn/login/", "/accounts/2fa/authenticate/"


class Passkey:
    """A credential of one account. It checks its user, by a PIN or the like, if `verifies` is true."""

    def __init__(self, *, verifies: bool = True) -> None:
        self.verifies = verifies
        self._key, self._owner = ec.generate_private_key(ec.SECP256R1()), ""
        self._name = token_bytes(16)

    def add(self, browser: Client, *, name: str = "") -> Any:
        """Add it to the account that is signed in there; the answer of the page."""
        options = browser.get("/accounts/2fa/webauthn/add/").context["js_data"]["creation_options"]["publicKey"]
        self._owner = options["user"]["id"]
        public = ES256.from_cryptography_key(self._key.public_key())  # type: ignore[no-untyped-call]
        credential = AttestedCredentialData.create(bytes(16), self._name, public)
        attested = AttestationObject.create("none", self._data(FLAG.AT, credential), {})
        answer = self._answer("webauthn.create", options, {"attestationObject": websafe_encode(attested)})
        answer["clientExtensionResults"] = {"credProps": {"rk": self.verifies}}
        fields = {"name": name, "passwordless": "on" if self.verifies else ""}
        return browser.post("/accounts/2fa/webauthn/add/", {"credential": json.dumps(answer)} | fields)

    def log_in(self, browser: Client) -> Any:
        """Log in without a password."""
        return browser.post(ADDRESS, {"credential": self.signed(self.asked(browser))})

    @staticmethod
    def asked(browser: Client) -> dict[str, Any]:
        """What the page of the login asks a key for."""
        question = browser.get(ADDRESS, headers={"accept": "application/json"}).json()
        return dict(question["request_options"]["publicKey"])

    def signed(self, options: dict[str, Any]) -> str:
        """The answer to a question of a page."""
        data, client = self._data(), self._client_data("webauthn.get", options)
        signature = self._key.sign(data + client.hash, ec.ECDSA(SHA256()))
        answer = {"authenticatorData": websafe_encode(data), "signature": websafe_encode(signature)}
        return json.dumps(self._answer("webauthn.get", options, answer | {"userHandle": self._owner}))

    def _data(self, flags: int = 0, credential: bytes = b"") -> AuthenticatorData:
        site = sha256(b"localhost").digest()
        raised = FLAG(flags | FLAG.UP | (FLAG.UV if self.verifies else 0))
        data: AuthenticatorData = AuthenticatorData.create(site, raised, 0, credential)
        return data

    def _client_data(self, kind: str, options: dict[str, Any]) -> CollectedClientData:
        challenge = options["challenge"]
        challenge = websafe_decode(challenge) if isinstance(challenge, str) else challenge
        return CollectedClientData.create(kind, challenge, settings.SITE_URL)

    def _answer(self, kind: str, options: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
        client_data = {"clientDataJSON": websafe_encode(self._client_data(kind, options))}
        name = websafe_encode(self._name)
        return {"id": name, "rawId": name, "type": "public-key", "response": answer | client_data}
