"""Second factors in the database: whoever reads it cannot make a code."""

import json

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from pytest_django import Settings

from accounts.factor_secrets import MARK
from accounts.models import User
from accounts.tasks import encrypt_second_factors

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SEED = "0123456789abcdef" * 5


def factors_in_clear(user: User) -> list[Authenticator]:
    """As former versions have stored them."""
    kinds = {Authenticator.Type.TOTP: {"secret": SECRET}, Authenticator.Type.RECOVERY_CODES: {"seed": SEED}}
    shared = {"used_mask": 0}
    return [Authenticator.objects.create(user=user, type=kind, data=data | shared) for kind, data in kinds.items()]


def stored() -> str:
    return json.dumps(list(Authenticator.objects.order_by("pk").values_list("data", flat=True)))


def code_now(secret: str = SECRET) -> str:
    return str(format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time()))))


def codes_of(user: User) -> list[str]:
    row = Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES)
    return list(RecoveryCodes(row).get_unused_codes())


def accepts(user: User, code: str) -> bool:
    return bool(TOTP(Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)).validate_code(code))


def test_the_database_has_neither_secret_nor_seed_nor_code(anna: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(anna, secret)
    codes = RecoveryCodes.activate(anna)

    seed = decrypt(codes.instance.data["seed"])

    assert len(seed) == 80
    assert not [word for word in (secret, seed, *codes.get_unused_codes()) if word in stored()]
    assert accepts(anna, code_now(secret))


def test_every_kind_of_factor_is_encrypted_or_has_no_secret() -> None:
    assert set(Authenticator.Type.values) == {"totp", "recovery_codes", "webauthn"}


def test_factors_that_were_stored_in_clear_work_and_are_encrypted(anna: User) -> None:
    factors_in_clear(anna)
    before, codes = accepts(anna, code_now()), codes_of(anna)

    encrypt_second_factors()

    assert before
    assert SECRET not in stored()
    assert SEED not in stored()
    assert codes_of(anna) == codes
    assert len(codes) == 10
    assert decrypt(Authenticator.objects.get(type="totp").data["secret"]) == SECRET
    once = stored()
    encrypt_second_factors()
    assert stored() == once


def test_with_a_new_key_they_work_as_long_as_the_former_one_is_kept(anna: User, settings: Settings) -> None:
    factors_in_clear(anna)
    encrypt_second_factors()
    before, codes = stored(), codes_of(anna)

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of the server", [settings.SECRET_KEY]
    kept = codes_of(anna)
    encrypt_second_factors()
    settings.SECRET_KEY_FALLBACKS = []

    assert (kept, codes_of(anna)) == (codes, codes)
    assert stored() != before
    assert accepts(anna, code_now())


def test_with_a_new_key_alone_no_code_fits(anna: User, settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    factors_in_clear(anna)
    encrypt_second_factors()
    before = stored()

    settings.SECRET_KEY = "another key of the server"
    encrypt_second_factors()

    assert not accepts(anna, code_now())
    assert MARK in stored()
    assert "second_factor_unreadable" in caplog.text
    assert stored() == before
