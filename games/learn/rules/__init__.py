"""The rules pages: texts and boards are in the TOML files; `content` parses them, the other modules select and draw."""
