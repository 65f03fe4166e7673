"""Boards, pieces, diagrams and charts as SVG, text and LaTeX."""
