// The board of the study: moves are played into the tree, shapes are kept in the node.

import { useEffect, useRef } from "preact/hooks";
import { effect } from "@preact/signals";
import { Board } from "../board/board";
import { t } from "../core/i18n";
import { here, path, play, scene, setShapes, shown, study } from "./store";
import { refused } from "./panels/why";
import { arrangement } from "./setup";

export function StudyBoard() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = host.current!;
    const board = new Board(frame, {
      words: { board: t("study.board") },
      room: () => [frame.parentElement?.clientWidth ?? 600, Math.max(320, innerHeight - 120)],
      onMove: (text) => play(text),
      onRefused: (tried) => refused(tried),
      onShape: (shapes) => setShapes(path.value, [...shapes]),
      onEdit: (from, to) => arrangement.move(from, to),
      onSelect: (picked) => arrangement.open.value && picked[0] && arrangement.put(picked[0]),
    });
    const stop = effect(() => {
      const [stage, position, edit] = [scene.value, shown.value, arrangement.open.value];
      if (!stage) return;
      if (edit) {
        const placed = arrangement.placed.value ?? position?.placed;
        if (placed) board.show(stage, placed, { free: true });
        return board.setShapes([]);
      }
      if (!position || position.placed.scene !== stage.key) return;
      board.show(stage, position.placed, { moves: position.moves, turn: position.players.indexOf(position.turn) });
      board.setShapes([...here.value.shapes]);
    });
    return () => {
      stop();
      board.destroy();
    };
  }, []);
  return <div class="study-board board" ref={host} data-fen={shown.value?.fen ?? ""} data-game={study.value.game} />;
}
