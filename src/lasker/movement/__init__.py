"""How a piece moves: its symbolic paths; read as descriptions, diagrams, Betza notation and graphs."""
