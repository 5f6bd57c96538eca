"""Signals of accounts, for apps that accounts do not know."""

from django.dispatch import Signal

# Sent after commit with `ids` of access tokens that were revoked.
tokens_revoked = Signal()
# Sent in the transaction in which the owner takes the account back, with `user`: links in mails work no more.
account_secured = Signal()
# Sent in the transaction in which a user gets another password or loses it, with `user`.
password_replaced = Signal()
# Sent in the transaction in which an account gets another username, with `user`, `old` and `new`.
renamed = Signal()
# Sent in the transaction of a change by staff in the administration, with `actor`, `action`, `user` (or None), `row`,
# `former` (what a form had before), and for the audit log `before`, `after` and `reason`.
staff_acted = Signal()
# Sent when staff looks at personal data, with `actor`, `action` and `seen`, which has the numbers of the rows.
staff_looked = Signal()
# Sent when the owner of an account has confirmed an address, with `user` and `email`.
address_confirmed = Signal()
