// The board as a component of the views.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n";
import { Board, type Doing, type Events } from "./board";
import type { Placement, Point, Scene, Shape } from "./types";

export interface BoardProps extends Doing {
  scene: Scene | null;
  placed: Placement | null;
  events: Events;
  hint?: string[];
  shapes?: readonly Shape[];
  /** Said to screen readers when it changes. */
  said?: string;
  /** The room that the board may take, in pixels. */
  room?: () => Point;
  id?: string;
  /** Given the board when it is there. */
  handle?: (board: Board) => void;
}

export function BoardView(props: BoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const latest = useRef(props.events);
  latest.current = props.events;
  useLayoutEffect(() => {
    const words = {
      board: t("board.label"), empty: t("board.empty"), target: t("board.target"), chosen: t("board.chosen"),
      choose: t("board.choose"), finish: t("board.finish"), hand: t("board.hand"),
    };
    const made = new Board(host.current!, {
      words,
      ...(props.room && { room: props.room }),
      onMove: (text) => latest.current.onMove?.(text),
      onSelect: (picked) => latest.current.onSelect?.(picked),
      onRefused: (tried) => latest.current.onRefused?.(tried),
      onShape: (shapes) => latest.current.onShape?.(shapes),
      onEdit: (from, to) => latest.current.onEdit?.(from, to),
    });
    board.current = made;
    props.handle?.(made);
    return () => made.destroy();
  }, []);
  const { scene, placed, moves, turn, steps, free, hint, shapes, said } = props;
  useLayoutEffect(() => {
    if (!scene || !placed || scene.key !== placed.scene) return;
    board.current?.show(scene, placed, { ...(moves && { moves }), turn: turn ?? null, steps: steps ?? [], free: free ?? false });
  }, [scene, placed, moves, turn, free]);
  useEffect(() => board.current?.advise(hint ?? []), [hint]);
  useEffect(() => {
    if (shapes) board.current?.setShapes(shapes);
  }, [shapes, placed]);
  useEffect(() => {
    if (said) board.current?.say(said);
  }, [said]);
  return <div ref={host} id={props.id} class="board-host board" />;
}
