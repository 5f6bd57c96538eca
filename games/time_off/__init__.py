"""Leave, days off, public holidays."""
