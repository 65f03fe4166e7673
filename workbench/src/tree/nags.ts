// Numeric annotation glyphs of PGN: the signs that players write, and the keys that set them.

export interface Nag {
  readonly number: number;
  readonly sign: string;
  readonly key: string; // of its name among the messages
}

/** Judgements of a move: a move has at most one of them. */
export const MOVE_NAGS: readonly Nag[] = [
  { number: 1, sign: "!", key: "nag.good" },
  { number: 2, sign: "?", key: "nag.mistake" },
  { number: 3, sign: "!!", key: "nag.brilliant" },
  { number: 4, sign: "??", key: "nag.blunder" },
  { number: 5, sign: "!?", key: "nag.interesting" },
  { number: 6, sign: "?!", key: "nag.dubious" },
  { number: 7, sign: "□", key: "nag.forced" },
];

/** Judgements of the position. */
export const POSITION_NAGS: readonly Nag[] = [
  { number: 10, sign: "=", key: "nag.equal" },
  { number: 13, sign: "∞", key: "nag.unclear" },
  { number: 14, sign: "+/=", key: "nag.firstSlightly" },
  { number: 15, sign: "=/+", key: "nag.secondSlightly" },
  { number: 16, sign: "±", key: "nag.firstBetter" },
  { number: 17, sign: "∓", key: "nag.secondBetter" },
  { number: 18, sign: "+−", key: "nag.firstWins" },
  { number: 19, sign: "−+", key: "nag.secondWins" },
];

/** Remarks. */
export const OTHER_NAGS: readonly Nag[] = [
  { number: 22, sign: "⊙", key: "nag.zugzwang" },
  { number: 32, sign: "⟳", key: "nag.development" },
  { number: 36, sign: "↑", key: "nag.initiative" },
  { number: 40, sign: "→", key: "nag.attack" },
  { number: 44, sign: "=∞", key: "nag.compensation" },
  { number: 132, sign: "⇆", key: "nag.counterplay" },
  { number: 138, sign: "⊕", key: "nag.timeTrouble" },
  { number: 140, sign: "∆", key: "nag.idea" },
  { number: 146, sign: "N", key: "nag.novelty" },
];

export const NAG_GROUPS = [MOVE_NAGS, POSITION_NAGS, OTHER_NAGS] as const;
const KNOWN = new Map([...MOVE_NAGS, ...POSITION_NAGS, ...OTHER_NAGS].map((nag) => [nag.number, nag]));

export const nagSign = (number: number): string => KNOWN.get(number)?.sign ?? `$${number}`;

/** Judgements after one was chosen: it goes away if it was there, and replaces another one of its group. */
export function toggled(nags: readonly number[], number: number): readonly number[] {
  if (nags.includes(number)) return nags.filter((each) => each !== number);
  const group = [MOVE_NAGS, POSITION_NAGS].find((some) => some.some((nag) => nag.number === number)) ?? [];
  const kept = nags.filter((each) => !group.some((nag) => nag.number === each));
  return [...kept, number].sort((a, b) => a - b);
}
