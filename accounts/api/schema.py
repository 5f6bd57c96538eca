"""How callers of the API authenticate, for the schema."""

import copy
from typing import Any

from kit.scopes import scope_names, scopes_for_apps

Schema = dict[str, Any]

SECURITY_SCHEMES: Schema = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A personal token, `mue_…`, created on the account page. Scopes: ",
    },
    "oauth": {
        "type": "oauth2",
        "description": "For third-party apps: the authorization code with PKCE (`S256`), without a client secret. "
        "Register the app on the account page (*Apps*).",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": "/oauth/authorize/",
                "tokenUrl": "/api/v1/oauth/token/",
                "refreshUrl": "/api/v1/oauth/token/",
                "scopes": {},
            }
        },
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "A session of the site; unsafe methods require the header `X-CSRFToken`.",
    },
}


def add_security_schemes(result: Schema, **_parts: Any) -> Schema:
    """A hook of drf-spectacular: how callers authenticate."""
    schemes = copy.deepcopy(SECURITY_SCHEMES)
    schemes["oauth"]["flows"]["authorizationCode"]["scopes"] = {
        scope.name: str(scope.label) for scope in scopes_for_apps()
    }
    schemes["token"]["description"] += "; ".join(f"`{name}`" for name in scope_names()) + "."
    result["components"]["securitySchemes"] = schemes
    return result
