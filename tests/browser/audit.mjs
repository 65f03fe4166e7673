// Opens views of the page in a real browser, light and dark, wide and narrow, and prints what is wrong with them.
// node audit.mjs CHROMIUM ADDRESS VIEWS LOOKS [FOLDER]: views is a JSON list of hashes, looks one of pairs of a width
// and a colour scheme; pictures go to the folder.

import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [, , executablePath, address, views, looks, folder] = process.argv;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GRAVE = ["serious", "critical"];
const HEIGHTS = { 1280: 860, 390: 800, 195: 400 };
const SHIFT = 0.02; // how much of a page may move while it loads, as browsers measure it
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const problems = [];

async function audit(page, view, name) {
  const tell = (text) => problems.push(`${name}: ${text}`);
  page.on("console", (message) => message.type() === "error" && tell(message.text()));
  page.on("pageerror", (error) => tell(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob|about):/.test(request.url())) tell(`asks for ${request.url()}`);
  });
  await page.addInitScript(() => {
    window.shifts = [];
    const shifted = ({ value, hadRecentInput, sources }) => hadRecentInput || window.shifts.push([value, sources[0]?.node?.className]);
    new PerformanceObserver((list) => list.getEntries().forEach(shifted)).observe({ type: "layout-shift", buffered: true });
  });
  await page.route("**/api/rules", async (route) => {  // the text of a game comes after its editor, as on a busy machine
    await page.waitForSelector(".cm-editor", { state: "attached" });
    await route.continue();
  });
  await page.goto(`${address}/${view}`);
  await page.waitForSelector("main[data-view]:not(:has(> .loading)) :is(.card img, [data-square])", { state: "attached" });
  await page.waitForTimeout(700);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const shifts = await page.evaluate(() => window.shifts);
  if (shifts.reduce((sum, [value]) => sum + value, 0) > SHIFT) tell(`moves while it loads: ${JSON.stringify(shifts)}`);
  if (overflow > 0) tell(`${overflow} pixels too wide`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const found of violations)
    if (GRAVE.includes(found.impact)) tell(`${found.id}: ${found.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" ")}`);
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: false });
}

try {
  for (const view of JSON.parse(views))
    for (const [width, colorScheme] of JSON.parse(looks)) {
      const viewport = { width, height: HEIGHTS[width] };
      const page = await browser.newPage({ viewport, colorScheme, bypassCSP: true, reducedMotion: "reduce" });
      page.setDefaultTimeout(60_000);
      const name = `${view.replace(/\W+/g, "-")}-${width}-${colorScheme}`;
      await audit(page, view, name).catch((error) => problems.push(`${name}: ${error.message.split("\n")[0]}`));
      await page.close();
    }
} finally {
  await browser.close();
}
console.log(JSON.stringify(problems));
