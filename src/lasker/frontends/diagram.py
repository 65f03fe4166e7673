"""Games in the lines of an Interactive Diagram, as pages of chessvariants.com have them: `FILE.diagram`."""

from __future__ import annotations

from lasker.frontends._diagram.read import outline_of
from lasker.frontends._outline.front import Front

JOINS = False  # a diagram is based on nothing
COMMENT = "//"  # and the rest of its line are no part of a text

_front = Front(outline_of)
facts, rules, lines, lost = _front.facts, _front.rules, _front.lines, _front.lost
translated, examine, remarks = _front.translated, _front.examine, _front.remarks
