"""The web interface: a server of methods by HTTP and WebSocket, its worker processes, and the page."""
