"""Documents and picture files: LaTeX, HTML and text pages, SVG as LaTeX, PNG and GIF."""
