"""The web interface: a small HTTP server and one page."""
