"""The JSON of the API, for the schema and for reading input. What goes out is made by games.shapes; tests compare."""
