// The list of studies, newest first.

import { t } from "../../core/i18n";
import { find, forget, studies, unsaved } from "../keeping";
import { newStudy } from "../model";
import { describe, open, study } from "../store";

export function Studies() {
  const show = async (id: string) => {
    const found = await find(id);
    if (found) open(found.study, found.path);
  };
  return (
    <section class="studies stack" aria-label={t("study.studies")}>
      <label>{t("study.title")}
        <input value={study.value.title} placeholder={t("study.untitled")} onInput={(event) => describe({ title: event.currentTarget.value })} />
      </label>
      <div class="row">
        <button class="primary" onClick={() => open(newStudy(study.value.game))}>{t("study.new")}</button>
        {unsaved.value && <span class="soft">{t("study.keptHere")}</span>}
      </div>
      <ul>
        {studies.value.map((each) => (
          <li key={each.id}>
            <button class="plain" aria-current={each.id === study.value.id} onClick={() => void show(each.id)}>
              <span>{each.title || t("study.untitled")}</span>
              <span class="soft">{each.game} · {new Date(each.changed).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}</span>
            </button>
            <button class="plain" aria-label={t("study.forget", { title: each.title || each.game })}
              onClick={() => confirm(t("study.forgetSure")) && void forget(each.id)}>✕</button>
          </li>
        ))}
      </ul>
    </section>
  );
}
