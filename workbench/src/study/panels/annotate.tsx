// Words and signs about the present move.

import { useSignal } from "@preact/signals";
import { t } from "../../core/i18n";
import { NAG_GROUPS, nagSign } from "../../tree";
import { here, path, setComment, toggleNag } from "../store";

export function Annotate() {
  const more = useSignal(false);
  const node = here.value;
  const first = NAG_GROUPS[0].slice(0, 6);
  const rest = [...NAG_GROUPS[0].slice(6), ...NAG_GROUPS[1], ...NAG_GROUPS[2]];
  const unknown = node.nags.filter((nag) => !NAG_GROUPS.flat().some((each) => each.number === nag));
  const button = (nag: { number: number; sign: string; key: string }) => (
    <button key={nag.number} class={`plain nag-sign nag-${nag.number}`} aria-pressed={node.nags.includes(nag.number)}
      disabled={node.text === ""} title={t(nag.key)} aria-label={t(nag.key)} onClick={() => toggleNag(path.value, nag.number)}>{nag.sign}</button>
  );
  return (
    <div class="annotate">
      <div class="row signs" role="group" aria-label={t("study.signs")}>
        {first.map(button)}
        <button class="plain nag-sign" aria-expanded={more.value} aria-label={t("study.moreSigns")} title={t("study.moreSigns")}
          onClick={() => (more.value = !more.value)}>…</button>
        {(more.value ? rest : rest.filter((nag) => node.nags.includes(nag.number))).map(button)}
        {unknown.map((nag) => <button key={nag} class="plain nag-sign" aria-pressed onClick={() => toggleNag(path.value, nag)}>{nagSign(nag)}</button>)}
      </div>
      <textarea id="study-comment" rows={2} value={node.comment} placeholder={t(node.text ? "study.comment" : "study.commentStart")}
        aria-label={t(node.text ? "study.comment" : "study.commentStart")}
        onInput={(event) => setComment(path.value, event.currentTarget.value)} />
    </div>
  );
}
