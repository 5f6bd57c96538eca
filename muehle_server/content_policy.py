"""Settings of what pages may do in a browser. Part of settings.py.

They load everything from this site; styles and scripts in the page need a nonce.
"""

from csp.constants import NONCE, NONE, SELF

CSP_REPORTS = "/csp-reports/"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "report-uri": CSP_REPORTS,
        "report-to": "csp",
    },
}
# Passkeys, and copying a link, are all that pages need of a browser beside what every page may.
_UNUSED = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb"
_USED = "clipboard-write publickey-credentials-create publickey-credentials-get"
PERMISSIONS_POLICY = ", ".join(
    [*(f"{feature}=()" for feature in _UNUSED.split()), *(f"{feature}=(self)" for feature in _USED.split())]
)
