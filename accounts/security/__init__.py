"""Mails about changes of an account's security, and the link in them by which its owner takes it back."""
