"""muehle-verify, as an outsider runs it."""

import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.utils import timezone

import muehle_verify
from accounts.models import User
from games.audit import checkpoints
from games.audit.models import Checkpoint
from games.disputes import audit_log
from games.disputes.models import AuditEntry
from tests.games.audit.changing import rewritten
from tests.support.database_roles import as_owner

# RFC 8032, section 7.1: private key, public key, message, signature.
VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


@pytest.mark.parametrize(("_private", "public", "message", "signature"), VECTORS)
def test_the_vectors_of_rfc_8032_are_verified(_private: str, public: str, message: str, signature: str) -> None:
    key, text, signed = bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature)

    assert muehle_verify.is_signed(key, text, signed)
    assert not muehle_verify.is_signed(key, text + b"x", signed)
    for place in (0, 31, 32, 63):
        other = bytearray(signed)
        other[place] ^= 1
        assert not muehle_verify.is_signed(key, text, bytes(other))


def test_signatures_of_cryptography_are_verified() -> None:
    chance = random.Random(8032)
    for _try in range(20):
        key, text = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32)), chance.randbytes(chance.randrange(200))
        public, signature = key.public_key().public_bytes_raw(), key.sign(text)

        assert muehle_verify.is_signed(public, text, signature)
        assert not muehle_verify.is_signed(public, text + b"!", signature)


def test_a_scalar_beyond_the_order_is_refused() -> None:
    public, signature = KEY.public_key().public_bytes_raw(), KEY.sign(b"x")
    scalar = int.from_bytes(signature[32:], "little") + muehle_verify.ORDER

    assert not muehle_verify.is_signed(public, b"x", signature[:32] + scalar.to_bytes(32, "little"))


def rows_of(*contents: str) -> list[dict[str, Any]]:
    rows, seal = [], muehle_verify.FIRST
    for number, text in enumerate(contents, start=1):
        content = hashlib.sha256(text.encode()).hexdigest()
        seal = hashlib.sha256(f"{seal}\n{content}".encode()).hexdigest()
        rows.append({"number": number, "content": content, "seal": seal})
    return rows


def checkpoint(rows: list[dict[str, Any]], *, day: int = 1, key: Ed25519PrivateKey = KEY) -> dict[str, str]:
    text = (
        f"{muehle_verify.FORMAT}\nsite: https://muehle.example\nrows: {len(rows)}\n"
        f"seal: {rows[-1]['seal'] if rows else muehle_verify.FIRST}\nmade: 2026-11-0{day}T00:00:00Z\n"
    )
    return {
        "text": text, "key": key.public_key().public_bytes_raw().hex(), "signature": key.sign(text.encode()).hex()
    }  # fmt: skip


def outcome(tmp_path: Path, rows: list[dict[str, Any]], *checkpoints: dict[str, str], key: str = "") -> int:
    (tmp_path / "rows").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "kept").write_text(json.dumps({"results": checkpoints}))
    more = ["--key", key] if key else []
    return muehle_verify.main(["--rows", f"{tmp_path}/rows", "--checkpoints", f"{tmp_path}/kept", *more])


def test_a_log_that_was_only_appended_to_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of("a", "b", "c")

    assert outcome(tmp_path, rows, checkpoint([]), checkpoint(rows[:2]), checkpoint(rows[:2], day=2)) == 0
    assert "3 rows, 3 checkpoints" in capsys.readouterr().out


def test_the_row_is_named_at_which_the_chain_breaks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of("a", "b", "c", "d")
    rows[2] = rows[2] | {"content": "0" * 64}

    assert outcome(tmp_path, rows, checkpoint(rows[:1])) == 1
    assert "The chain breaks at row 3" in capsys.readouterr().out


def test_a_log_that_was_rewritten_as_a_whole_contradicts_a_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert outcome(tmp_path, rows_of("a", "x", "c"), checkpoint(rows_of("a", "b", "c")[:2])) == 1
    assert "2 rows, row 2" in capsys.readouterr().out


def test_rows_that_were_cut_off_are_missed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = rows_of("a", "b", "c")

    assert outcome(tmp_path, rows[:2], checkpoint(rows)) == 1
    assert "rows after 2 are missing" in capsys.readouterr().out


@pytest.mark.parametrize("old", [1, 3])
def test_rows_of_the_former_form_are_believed_before_the_first_checkpoint_only(tmp_path: Path, old: int) -> None:
    rows = rows_of("a", "b", "c")
    rows[old - 1]["content"] = ""

    assert outcome(tmp_path, rows, checkpoint(rows[:2])) == (0 if old == 1 else 1)


def test_another_key_or_a_wrong_signature_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, other = rows_of("a"), Ed25519PrivateKey.from_private_bytes(bytes(32))

    assert outcome(tmp_path, rows, checkpoint(rows), checkpoint(rows, key=other)) == 1
    assert outcome(tmp_path, rows, checkpoint(rows, key=other), key=checkpoint(rows)["key"]) == 1
    assert "has another key" in capsys.readouterr().out
    assert outcome(tmp_path, rows, checkpoint(rows) | {"signature": "00" * 64}) == 1
    assert "signature" in capsys.readouterr().out


def test_what_cannot_be_read_is_not_called_right(tmp_path: Path) -> None:
    assert outcome(tmp_path, rows_of("a")) == 2
    assert outcome(tmp_path, [{"number": 1}], checkpoint([])) == 2
    assert muehle_verify.main(["--rows", f"{tmp_path}/none", "--checkpoints", f"{tmp_path}/kept"]) == 2


def test_the_program_imports_the_standard_library_only() -> None:
    import ast
    import sys

    tree = ast.parse(Path(muehle_verify.__file__).read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}

    assert {str(name).partition(".")[0] for name in imported} <= sys.stdlib_module_names


@pytest.mark.django_db(transaction=True)
def test_an_outsider_verifies_what_a_server_publishes(
    live_server: Any, anna: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for reason in ("One.", "Two."):
        audit_log.record(anna, "look", reason=reason, now=timezone.now())
    checkpoints.make_checkpoint()
    kept = str(tmp_path / "kept.json")

    assert muehle_verify.main([live_server.url, "--keep", kept]) == 0
    assert "2 rows, 1 checkpoints" in capsys.readouterr().out
    # The same again by somebody who can change everything, the checkpoints included.
    rewritten(AuditEntry.objects.earliest("pk").pk, "Never.")
    assert muehle_verify.main([live_server.url]) == 1
    with as_owner():
        Checkpoint.objects.all().delete()
    checkpoints.make_checkpoint()
    assert muehle_verify.main([live_server.url]) == 0
    assert muehle_verify.main([live_server.url, "--checkpoints", kept]) == 1
