"""How letters look, whoever writes them."""

# The site's own light colours: mail programs know no style sheets, and few of them agree on dark ones.
COLOURS = {
    "paper": "#f5efe3",
    "surface": "#fdfaf3",
    "sunken": "#ece3d2",
    "ink": "#2a241e",
    "muted": "#635749",
    "line": "#ddd0ba",
    "accent": "#1f5a4e",
    "accent_ink": "#fdfaf3",
}
