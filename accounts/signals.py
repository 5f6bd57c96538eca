"""What others may want to hear of accounts, which know nobody of them."""

from django.dispatch import Signal

# After commit, with `ids`: these access tokens are dead from now on.
tokens_revoked = Signal()
# In the transaction of the deed, with `actor`, `action`, `user` (or None), `before`, `after` and `reason`: a member of
# the staff does something by the administration.
staff_did = Signal()
