"""Challenges, the lobby, invitations, rematches."""
