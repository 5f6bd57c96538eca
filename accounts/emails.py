"""The layout of all mails."""

# The colours of the site. Light ones are inline at each element, since many mail programs ignore style sheets. A style
# sheet in the mail overrides them by class for programs in dark mode.
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
DARK = {
    "paper": "#1b1714",
    "surface": "#25201c",
    "sunken": "#151210",
    "ink": "#ece4d6",
    "muted": "#b5a896",
    "line": "#40372f",
    "accent": "#84c7b4",
    "accent_ink": "#10211c",
}
DRESS = {"colours": COLOURS, "dark": DARK}
