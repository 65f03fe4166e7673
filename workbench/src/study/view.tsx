import type { ViewProps } from "../shell";
import { t } from "../core/i18n";

export default function StudyView({ route }: ViewProps) {
  return <h1>{t("shell.study")}: {route.subject}</h1>;
}
