"""How a piece moves: found by trials on boards, described, written in Betza notation, measured as a graph."""
