"""Reviews of ended games: what each half-move was worth, judged by the worker of the computers."""
