"""How static files are published: each under a name that holds its hash, and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class PublishedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is untyped
    """Scripts import one another by their hashed names too, so that no browser ever mixes two versions."""

    support_js_module_import_aggregation = True
