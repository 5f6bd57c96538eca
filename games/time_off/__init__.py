"""Leave, days off, public holidays, what stops clocks."""
