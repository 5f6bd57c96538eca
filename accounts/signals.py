"""What others may want to hear of accounts, which know nobody of them."""

from django.dispatch import Signal

# After commit, with `ids`: these access tokens are dead from now on.
tokens_revoked = Signal()
