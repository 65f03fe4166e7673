// The board: a picture with squares and pieces in hand that can be clicked, or reached with the arrow keys.

const SVG = "http://www.w3.org/2000/svg";
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  constructor(place, chosen) {
    this.place = place;
    this.chosen = chosen;  // called with the name of a square, or with @P for a piece in hand
    this.cursor = null;
    place.addEventListener("click", event => {
      const spot = event.target.closest("[data-square], [data-held]");
      if (spot) this.choose(spot);
    });
    place.addEventListener("keydown", event => {
      if (event.key in WAYS) this.walk(...WAYS[event.key]);
      else if (this.cursor && (event.key === "Enter" || event.key === " ")) this.choose(this.spot(this.cursor));
      else return;
      event.preventDefault();
    });
  }

  show(picture) {
    this.place.innerHTML = picture;
    this.svg = this.place.querySelector("svg");
    this.marks = this.svg.appendChild(document.createElementNS(SVG, "g"));
    this.follow();
  }

  choose(spot) {
    if (spot) this.chosen(spot.dataset.square ?? `@${spot.dataset.held}`, spot.dataset.owner);
  }

  spot(name) {  // where a name is drawn; null on a layer that is not
    const held = name.startsWith("@");
    const found = this.svg.querySelector(held ? `[data-held="${CSS.escape(name.slice(1))}"]` : `[data-square="${CSS.escape(name)}"]`);
    return found;
  }

  middle(spot) {
    const box = spot.getBoundingClientRect(), all = this.svg.getScreenCTM().inverse();
    const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(all);
    return { x: at.x, y: at.y, size: Math.min(box.width, box.height) / 2 * all.a };
  }

  mark(picked, targets, hint) {
    this.marks.replaceChildren();
    for (const name of picked) this.circle("ring", name, .9);
    for (const name of targets) this.circle("dot", name, .3);
    if (hint?.length === 1) this.circle("arrow-hint", hint[0], .4);
    for (let i = 1; i < (hint?.length ?? 0); i++) this.arrow(hint[i - 1], hint[i]);
    this.follow();
  }

  draw(kind, shape, look) {
    const drawn = document.createElementNS(SVG, shape);
    drawn.setAttribute("class", kind);
    for (const [name, value] of Object.entries(look)) drawn.setAttribute(name, value);
    this.marks.append(drawn);
    return drawn;
  }

  circle(kind, name, part) {
    const spot = this.spot(name);
    if (!spot) return;
    const { x, y, size } = this.middle(spot);
    this.draw(kind, "circle", { cx: x, cy: y, r: size * part, "stroke-width": size * .12 });
  }

  arrow(from, to) {
    const [a, b] = [this.spot(from), this.spot(to)];
    if (!a || !b) return;
    const start = this.middle(a), end = this.middle(b), size = Math.min(start.size, end.size);
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    if (!length) return;
    const turn = Math.atan2(end.y - start.y, end.x - start.x) * 180 / Math.PI, neck = length - size * .8, w = size * .16;
    this.draw("arrow-hint", "path", {
      d: `M${w} ${-w}H${neck}V${-3 * w}L${length} 0L${neck} ${3 * w}V${w}H${w}Z`,
      transform: `translate(${start.x} ${start.y}) rotate(${turn})`, "stroke-width": 0,
    });
  }

  walk(dx, dy) {  // to the nearest spot that lies this way
    const spots = [...this.svg.querySelectorAll("[data-square], [data-held]")];
    const name = spot => spot.dataset.square ?? `@${spot.dataset.held}`;
    const here = this.cursor && this.spot(this.cursor) ? this.middle(this.spot(this.cursor)) : null;
    let best = null, least = Infinity;
    for (const spot of spots) {
      const { x, y } = this.middle(spot);
      const ahead = here ? (x - here.x) * dx + (y - here.y) * dy : 1;
      const aside = here ? Math.abs((x - here.x) * dy + (y - here.y) * dx) : x - y;
      const far = here ? ahead + 2.5 * aside : aside;  // at first the lower left corner
      if (ahead > 1e-3 && far < least) [best, least] = [spot, far];
    }
    if (best) this.cursor = name(best);
    this.follow();
  }

  follow() {
    this.marks.querySelector(".cursor")?.remove();
    if (this.cursor && this.spot(this.cursor)) this.circle("cursor", this.cursor, .96);
  }
}
