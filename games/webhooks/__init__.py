"""Events sent to addresses of their owners: who may set one up, where it may lead, how it is signed and sent."""
