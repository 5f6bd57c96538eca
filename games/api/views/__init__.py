"""The views, by feature. Each declares its scopes by method, and the refusals that its deeds can meet."""
