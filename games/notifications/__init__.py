"""Bell, mail and push."""
