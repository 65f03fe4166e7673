// Clocks with increments. Pure functions: times are milliseconds, and the present time is always given.

/** Minutes for each player, and seconds added after every move. */
export interface Control {
  minutes: number;
  increment: number;
}

export interface Clock {
  control: Control;
  /** What is left to each player, in their order, when the clock was last pressed. */
  left: number[];
  /** Whose clock runs since when; null while none does. */
  running: { player: number; since: number } | null;
}

export const CONTROLS: readonly Control[] = [
  { minutes: 1, increment: 0 }, { minutes: 3, increment: 2 }, { minutes: 5, increment: 0 }, { minutes: 10, increment: 5 },
  { minutes: 15, increment: 10 }, { minutes: 30, increment: 20 },
];

export const controlText = ({ minutes, increment }: Control): string => `${minutes}+${increment}`;

/** A control as `minutes+increment`; null for anything else. */
export function readControl(text: string): Control | null {
  const found = /^(\d{1,3}(?:\.\d)?)\+(\d{1,3})$/.exec(text.trim());
  return found && +found[1]! > 0 ? { minutes: +found[1]!, increment: +found[2]! } : null;
}

export function fresh(control: Control, players: number): Clock {
  return { control, left: Array.from({ length: players }, () => control.minutes * 60_000), running: null };
}

export function left(clock: Clock, player: number, now: number): number {
  const spent = clock.running?.player === player ? now - clock.running.since : 0;
  return Math.max(0, (clock.left[player] ?? 0) - spent);
}

/** Stop the clock that runs; the player who made a move gets the increment. */
export function stopped(clock: Clock, now: number, moved: boolean): Clock {
  if (!clock.running) return clock;
  const { player } = clock.running;
  const rest = left(clock, player, now) + (moved ? clock.control.increment * 1000 : 0);
  return { ...clock, left: clock.left.map((each, at) => (at === player ? rest : each)), running: null };
}

/** Let a player's clock run. */
export function started(clock: Clock, player: number, now: number): Clock {
  if (clock.running?.player === player) return clock;
  return { ...stopped(clock, now, true), running: { player, since: now } };
}

/** The player whose time is over, or null. */
export function fallen(clock: Clock, now: number): number | null {
  return clock.running && left(clock, clock.running.player, now) === 0 ? clock.running.player : null;
}

/** A time as people read it: 4:05, 0:09.3, 1:02:03. */
export function timeText(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  if (hours > 0) return `${hours}:${two(minutes)}:${two(rest)}`;
  return `${minutes}:${two(rest)}${seconds < 20 ? `.${tenths % 10}` : ""}`;
}
