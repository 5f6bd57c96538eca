"""The rules in words and on boards: `lessons` are assembled for each rule set, `examples` are their positions."""
