import type { ViewProps } from "../shell";
import { t } from "../core/i18n";

export default function DesignView({ route }: ViewProps) {
  return <h1>{t("shell.design")}: {route.subject}</h1>;
}
