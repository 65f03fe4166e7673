// The shell: header, navigation, and the view that the address names.

import { render } from "preact";
import "./styles/tokens.css";
import "./styles/base.css";
import { loadLanguage } from "./core/i18n";
import { applyPreferences } from "./core/preferences";
import { Shell } from "./shell";

applyPreferences();
void loadLanguage().then(() => {
  const root = document.getElementById("workbench");
  if (root) render(<Shell />, root);
});
