"""JSON over HTTP. A view reads the shape, calls one domain function and answers; the rules live elsewhere."""
