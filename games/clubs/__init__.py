"""Clubs: members and their roles, ways to join, rankings, noticeboards."""
