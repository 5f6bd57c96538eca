"""Games, moves and terms, the event log, Redis; the registries of event types and notification kinds."""
