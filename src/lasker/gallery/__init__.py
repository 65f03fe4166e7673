"""The gallery: a static site with a page for every game, which needs no server and no other program."""
