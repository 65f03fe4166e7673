// Small helpers for SVG elements.

const SVG = "http://www.w3.org/2000/svg";

export function element<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number> = {},
  parent?: Element,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  parent?.append(made);
  return made;
}

/** Move an element; positions are CSS transforms, so that they can be animated. */
export function place(it: SVGElement, [x, y]: [number, number], scale = 1): void {
  it.style.transform = position([x, y], scale);
}

export function position([x, y]: [number, number], scale = 1): string {
  return `translate(${x}px, ${y}px)${scale === 1 ? "" : ` scale(${scale})`}`;
}

export const path = (corners: [number, number][]): string => `M${corners.map((corner) => corner.join(" ")).join("L")}Z`;
