"""What games keep of a person: for the copy that he may take along, and for when he goes."""
