"""Geometry of boards: compasses, movements, sites, gluings, graphs, regions and their layout in a plane."""
