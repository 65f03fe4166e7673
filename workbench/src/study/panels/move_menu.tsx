// What can be done with a move: the menu of the right button and of the menu key.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../../core/i18n";
import { isMain, lineText, MOVE_NAGS, type Path } from "../../tree";
import { mainAt, promoteAt, removeAt, study, toggleNag, turns } from "../store";

export interface MenuAt {
  path: Path;
  x: number;
  y: number;
}

export function MoveMenu({ at, close }: { at: MenuAt; close: () => void }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = host.current!;
    const before = document.activeElement as HTMLElement | null;
    box.querySelector<HTMLElement>("button")?.focus();
    const away = (event: PointerEvent) => !box.contains(event.target as globalThis.Node) && close();
    addEventListener("pointerdown", away, true);
    return () => {
      removeEventListener("pointerdown", away, true);
      before?.focus?.();
    };
  }, []);
  const act = (action: () => void) => () => {
    action();
    close();
  };
  const main = isMain(study.value.tree, at.path);
  const place = { left: `${Math.max(8, Math.min(at.x, innerWidth - 240))}px`, top: `${Math.max(8, Math.min(at.y, innerHeight - 300))}px` };
  return (
    <div class="move-menu panel" role="menu" aria-label={t("study.menu")} ref={host} style={place} onKeyDown={(event) => keys(event, host.current!, close)}>
      <div class="row nags" role="none">
        {MOVE_NAGS.slice(0, 6).map((nag) => (
          <button key={nag.number} role="menuitem" class={`plain nag-${nag.number}`} title={t(nag.key)} aria-label={t(nag.key)}
            onClick={act(() => toggleNag(at.path, nag.number))}>{nag.sign}</button>
        ))}
      </div>
      <button role="menuitem" class="plain" disabled={main} onClick={act(() => promoteAt(at.path))}>{t("study.promote")}</button>
      <button role="menuitem" class="plain" disabled={main} onClick={act(() => mainAt(at.path))}>{t("study.makeMain")}</button>
      <button role="menuitem" class="plain" onClick={act(() => void copy(lineText(study.value.tree, at.path, turns.value)))}>{t("study.copyLine")}</button>
      <button role="menuitem" class="plain danger" onClick={act(() => removeAt(at.path))}>{t("study.delete")}</button>
    </div>
  );
}

function keys(event: KeyboardEvent, box: HTMLElement, close: () => void): void {
  const items = [...box.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const now = items.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Escape") close();
  else if (to !== undefined) items[(to + items.length) % items.length]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
