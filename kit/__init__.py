"""What every app stands on: the database's time, periodic tasks, SQL, texts, rate limits, requests, endpoints."""
