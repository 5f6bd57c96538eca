"""The API of accounts and tokens. It knows nothing of games; the format of errors is defined in kit.problems."""
