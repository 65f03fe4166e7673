"""The web workbench: a small server and one page."""
