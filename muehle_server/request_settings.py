"""Settings of how a request is answered: middleware and templates. Part of settings.py."""

MIDDLEWARE = [
    # Before whatever reads the headers.
    "muehle_server.middleware.PublicHostMiddleware",
    # Before everything else, so that a browser's question whether it may call costs nothing and counts nowhere.
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "muehle_server.middleware.PageCompressionMiddleware",
    "muehle_server.middleware.RequestLogMiddleware",
    "muehle_server.middleware.DocumentPolicyMiddleware",
    "muehle_server.middleware.CookielessMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "muehle_server.middleware.HttpsOnlyMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.SessionUseMiddleware",
    "accounts.middleware.AccountPreferencesMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.EndedSessionMiddleware",
    "accounts.middleware.KeptRequestsMiddleware",
    "accounts.middleware.GuestMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "accounts.looks.look",
            ],
        },
    },
]
