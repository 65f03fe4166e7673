"""How a piece moves: measured by trials on boards; as descriptions, diagrams, Betza notation and graphs."""
