import type { ViewProps } from "../shell";
import { t } from "../core/i18n";

export default function TableView({ route }: ViewProps) {
  return <h1>{t("shell.table")}: {route.subject}</h1>;
}
