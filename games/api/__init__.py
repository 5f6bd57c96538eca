"""Kit of the endpoints: problems, pagination, throttling, schema."""
