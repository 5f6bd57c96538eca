# Aliases for those who have make; python3 dev.py --help tells more.
PYTHON ?= python3

.PHONY: help run test check bench demo admin
help:
	@$(PYTHON) dev.py --help
run test check bench demo admin:
	@$(PYTHON) dev.py $@ $(ARGS)
