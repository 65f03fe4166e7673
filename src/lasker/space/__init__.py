"""Geometry alone: compasses, movements, sites, gluings, graphs, regions. No piece stands here yet."""
