"""What all endpoints share."""
