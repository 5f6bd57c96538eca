"""Settings of accounts: how one signs up, signs in and proves to be the owner. Part of settings.py."""

# The first checks passwords. Sessions name the second, as those of former versions do.
AUTHENTICATION_BACKENDS = [
    "accounts.backends.AuthenticationBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "accounts.passwords.validators.GuessableValidator"},
    {"NAME": "accounts.passwords.validators.FormerValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
CSRF_FAILURE_VIEW = "accounts.pages.stale_forms.refused"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "accounts.validators.username_validators"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.pages.forms.LoginForm",
    "signup": "accounts.pages.forms.SignUpForm",
    "add_email": "accounts.pages.forms.AddEmailForm",
    "reauthenticate": "accounts.pages.forms.ReauthenticateForm",
    "change_password": "accounts.pages.forms.ChangePasswordForm",
    "set_password": "accounts.pages.forms.SetPasswordForm",
    "request_login_code": "accounts.pages.forms.RequestLoginCodeForm",
    "reset_password": "accounts.pages.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.pages.forms.NewPasswordForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "username"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_RATE_LIMITS = {
    # A hundred a day from an address: each of these can send a mail to somebody else. Mailboxes have limits below.
    "signup": "20/m/ip,100/d/ip",
    "manage_email": "20/m/ip,100/d/ip",
    "reset_password": "20/m/ip,100/d/ip",
    "request_login_code": "20/m/ip,100/d/ip",
    # Of each kind to one mailbox, whoever asks, and from one network. More are left out, and the answer does not tell:
    # see accounts/mail_limits.py.
    "mail": "10/d/key",
    "mail_from_network": "5/d/key",
    "login_failed": "10/m/ip",
    # Not by user: whoever has got into a session could keep the owner from these.
    "change_password": "20/m/ip",
    "reauthenticate": "20/m/ip",
    # Of an account, in browsers that it does not know and in each that it knows: see accounts/guesses.py.
    "guess": "5/5m/key",
    # allauth's own limit would tell that somebody else has asked.
    "confirm_email": None,
}
# What changes how one gets into an account takes a proof of identity that is no older than this.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
# Of the link by which a forgotten password is chosen anew. Its mail says so.
# As long as the mails to a mailbox are counted: when no more are sent, the link in the latest one still works.
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "accounts.passwords.links.LinkKeys"  # noqa: S105  (a class)
# What nobody confirms, and nobody uses, goes: see accounts/unused.py.
UNCONFIRMED_ADDRESS_DAYS = 30
UNUSED_ACCOUNT_DAYS = 90
# A code by mail lets in owners whose password is refused because others have tried it too often.
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
MFA_ADAPTER = "accounts.factor_secrets.MFAAdapter"
MFA_PASSKEY_LOGIN_ENABLED = True
# Where it lets in nobody: accounts/second_factor.py.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_FORMS = {
    "activate_totp": "accounts.pages.factor_forms.ActivateAppForm",
    "authenticate": "accounts.pages.factor_forms.CodeForm",
    "reauthenticate": "accounts.pages.factor_forms.CodeAgainForm",
    "add_webauthn": "accounts.pages.factor_forms.AddKeyForm",
    "edit_webauthn": "accounts.pages.factor_forms.EditKeyForm",
    "login_webauthn": "accounts.pages.factor_forms.PasskeyForm",
    "authenticate_webauthn": "accounts.pages.factor_forms.SecurityKeyForm",
    "reauthenticate_webauthn": "accounts.pages.factor_forms.SecurityKeyAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
USERSESSIONS_ADAPTER = "accounts.sessions.SessionsAdapter"
USERSESSIONS_TRACK_ACTIVITY = False
