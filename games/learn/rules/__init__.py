"""The rules pages: texts and boards are in the TOML files; `content` reads them, the others select and draw."""
