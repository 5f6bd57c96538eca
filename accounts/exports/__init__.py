"""Everything about me: a copy of all that is kept about a person, as files of JSON in a zip."""
