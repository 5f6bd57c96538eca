"""Reports about persons, their cases, and the page of a person for arbiters."""
