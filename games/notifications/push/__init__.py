"""Web push: notifications to browsers, sealed for each of them, by way of whatever push service it has chosen."""
