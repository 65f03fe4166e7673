// The start page: games by family with pictures, search, one's own games.

import type { ViewProps } from "../shell";
import { t } from "../core/i18n";

export default function HomeView(_: ViewProps) {
  return <h1>{t("shell.games")}</h1>;
}
