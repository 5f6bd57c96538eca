"""Which passwords are refused: those that a guesser tries early."""
