// A cast of dice, as pictures of dice.

import { playerName } from "../core/names";
import { faces } from "./texts";

const [LOW, MIDDLE, HIGH] = [6, 12, 18];
const CORNERS: [number, number][] = [[LOW, HIGH], [HIGH, LOW], [LOW, LOW], [HIGH, HIGH], [LOW, MIDDLE], [HIGH, MIDDLE]];

/** The middles of the pips of a face. */
function pips(face: number): [number, number][] {
  const around = CORNERS.slice(0, face - (face % 2));
  return face % 2 ? [[MIDDLE, MIDDLE], ...around] : around;
}

/** A move of chance: its dice where it casts some, else its name. */
export function Cast({ text }: { text: string }) {
  const cast = faces(text);
  if (!cast) return <span class="cast">{playerName(text)}</span>;
  return (
    <span class="dice" role="img" aria-label={cast.join(" ")}>
      {cast.map((face, at) => (
        <svg key={at} viewBox="0 0 24 24" aria-hidden="true">
          <rect x="1" y="1" width="22" height="22" rx="5" />
          {pips(face).map(([cx, cy]) => <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r="2.3" />)}
        </svg>
      ))}
    </span>
  );
}
