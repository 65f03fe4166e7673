import type { ViewProps } from "../shell";
import { t } from "../core/i18n";

export default function PlayView({ route }: ViewProps) {
  return <h1>{t("shell.play")}: {route.subject}</h1>;
}
