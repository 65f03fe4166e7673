// Designs a game in a real browser as a newcomer would, and prints what was seen as JSON.
// node design.mjs CHROMIUM ADDRESS STORY [FOLDER]: the stories are below, pictures go to the folder.

import { chromium } from "playwright-core";
import { patient } from "./patience.mjs";

const [, , executablePath, address, story, folder] = process.argv;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const seen = {}, problems = [];
const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
const page = patient(await context.newPage());
page.setDefaultTimeout(150_000);
page.on("console", (message) => message.type() === "error" && !/status of 4\d\d/.test(message.text()) && problems.push(message.text()));
page.on("pageerror", (error) => problems.push(error.message));

const picture = async (name) => { if (folder) await page.screenshot({ path: `${folder}/design-${name}.png` }); };
const open = async (hash) => { await page.goto("about:blank"); await page.goto(`${address}/${hash}`); };
const rules = () => page.locator(".design-text textarea, .design-text .cm-content").first();
const text = () => page.evaluate(() => window.designText?.());
const shows = (words) => page.waitForFunction((wanted) => window.designText?.().includes(wanted), words);
const saved = () => page.waitForFunction(() => window.designSaved?.());
const section = async (name) => { if (!(await page.locator(`#form-${name}`).getAttribute("open").then((value) => value !== null))) await page.click(`#form-${name} > summary`); };
const piece = (square) => page.getAttribute(`.design-board [data-square="${square}"]`, "aria-label");
const typed = async (changed) => { await rules().click(); await page.keyboard.press("ControlOrMeta+A"); await page.keyboard.insertText(changed); };

/** A piece is dragged from a square to another one. */
async function drag(from, to) {
  const middle = async (square) => { const box = await page.locator(`.design-board [data-square="${square}"]`).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 3 });
  await page.mouse.move(...end, { steps: 3 });
  await page.mouse.up();
}

const stories = {
  /** A variant with the form alone, played against the opponent. */
  async form() {
    await open("#/design/chess");
    await page.click("#design-variant");
    await shows('extends "chess"');
    await page.fill("#form-title", "Amazon rush");
    await page.press("#form-title", "Enter");
    await shows('"Amazon rush"');
    await page.click("#form-add-piece");
    await page.click('[data-offered="amazon"]');
    await shows("= QN");
    await page.click('.brushes [data-letter="A"]');
    await page.click('.design-board [data-square="d1"]');
    await shows("RNBAKBNR");
    await page.click('.brushes [data-letter="A"]');
    await drag("d8", "d6");
    await shows("3q4");
    await section("promotion");
    await page.click('[data-choice="amazon"]');
    await shows("promote =");
    await section("goals");
    await page.selectOption('[data-end="stalemate"] select', "lost");
    await shows('"stalemate" lost');
    await picture("form");
    seen.text = await text();
    await page.click("#design-play");
    await page.waitForSelector('main[data-view="play"] [data-square="e2"]');
    await page.waitForFunction(() => /white/i.test(document.querySelector("#status")?.textContent ?? ""));
    await page.click('#board [data-square="e2"]');
    await page.click('#board [data-square="e4"]');
    await page.waitForFunction(() => document.querySelectorAll("#list [data-ply]").length >= 2);
    seen.plies = await page.locator("#list [data-ply]").count();
  },

  /** Every list of the form is used, and the variant that comes out is played against the opponent. */
  async lists() {
    await open("#/design?new=chess");
    await page.waitForSelector('[data-piece="knight"] .piece-row');
    await page.click('[data-piece="knight"] .piece-row');
    await page.click('[data-piece="knight"] [data-at="0,3"]');  // at once, before it is known how a knight goes
    await shows("'n' = NH");
    await page.selectOption("#form-shape", "cylinder");
    await shows("board  cylinder 8x8");
    await section("promotion");
    await page.click('[data-choice="queen"]');
    await shows("♖ | ♗ | ♘");
    await section("drops");
    await page.selectOption("#form-drops-like", { index: 1 });
    await shows("crazyhouse");
    await section("royal");
    for (const [by, text] of [["none", "check = fail"], ["check", "crazyhouse"], ["capture", "king is taken"]]) {
      await page.selectOption("#form-royal-by", by);
      await shows(text);
    }
    await section("goals");
    const goal = async (list, kind, words) => {
      await page.selectOption(`#form-${list} .add-end select >> nth=0`, kind);
      await page.click(`#form-${list} .add-end button`);
      await shows(words);
    };
    await goal("goals", "bare", "![friend");
    await goal("goals", "reach", "♚ in far rank");
    await section("draws");
    await page.fill('#form-draws .add-end input[type="number"]', "4");
    await goal("draws", "repetition", "repeated 4");
    await drag("b1", "b3");
    await shows("1N6");
    await page.waitForTimeout(500);
    await picture("lists");
    seen.text = await text();
    seen.refused = await page.locator("#design-refused").textContent({ timeout: 500 }).catch(() => "");
    await page.click("#design-play");
    await page.waitForSelector('main[data-view="play"] [data-square="b3"]');
    await page.waitForFunction(() => /white/i.test(document.querySelector("#status")?.textContent ?? ""));
    await page.click('#board [data-square="b3"]');
    await page.click('#board [data-square="b6"]');
    await page.waitForFunction(() => document.querySelectorAll("#list [data-ply]").length >= 2);
    seen.plies = await page.locator("#list [data-ply]").count();
    await picture("lists-played");
  },

  /** A rule with a mistake, mended; the last good game stays on the board. */
  async mistake() {
    await open("#/design?new=chess");
    await shows('extends "chess"');
    await page.waitForSelector('.design-board [data-square="e1"]');
    const good = await text();
    await typed(`${good}\npiece amazon 'A' 'a' = QX(\n`);
    await page.waitForSelector(".design-problems .problem");
    seen.problem = await page.textContent(".design-problems .problem");
    seen.still = await piece("e1");
    await picture("mistake");
    await page.reload();
    await page.waitForSelector('.design-board [data-square="e1"]');
    await typed(`${good}\npiece amazon 'A' 'a' = QN\n`);
    await page.waitForSelector('[data-piece="amazon"]');
    await page.keyboard.type("-- as fast as anybody types, and faster", { delay: 5 });
    seen.ends = (await text()).split("\n").at(-1);
    seen.left = await page.locator(".design-problems .problem").count();
  },

  /** Nothing is lost by a reload, nor in a link. */
  async reload() {
    await open("#/design?new=breakthrough");
    await shows('extends "breakthrough"');
    await page.fill("#form-title", "Mine again");
    await page.press("#form-title", "Enter");
    await shows("Mine again");
    seen.before = await text();
    await page.reload();
    await shows("Mine again");
    seen.after = await text();
    await saved();
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await shows("Mine again");
    seen.kept = await text();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("#design-share");
    await page.waitForTimeout(500);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await browser.newContext();
    const there = patient(await other.newPage());
    await there.goto(link);
    await there.waitForFunction(() => window.designText?.().includes("Mine again"), null, { timeout: 60_000 });
    seen.shared = await there.evaluate(() => window.designText?.());
  },

  /** A piece by clicks on the diagram, on another board, and undone; a new game on a star. */
  async clicks() {
    await open("#/design?new=chess");
    await page.waitForSelector('[data-piece="knight"] .piece-row');
    await page.click('[data-piece="knight"] .piece-row');
    await page.waitForSelector('[data-piece="knight"] [data-at="1,2"] .sign');
    await page.click('[data-piece="knight"] [data-at="1,3"]');
    await shows("'n' = NC");
    await page.click('[data-piece="knight"] [data-at="1,2"]');
    await shows("'n' = C");
    await page.click('[data-piece="knight"] [data-at="0,1"]');
    await shows("'n' = WC");
    await picture("clicks");
    await page.fill("#form-size-0", "10");
    await page.press("#form-size-0", "Enter");
    await shows("board  10x8");
    await page.waitForSelector('.design-board [data-square="j8"]');
    seen.text = await text();
    await page.fill("#form-holes", "f1");
    await page.press("#form-holes", "Enter");
    await page.waitForSelector("#design-refused");
    seen.refused = await page.textContent("#design-refused");
    seen.same = (await text()) === seen.text;
    await page.locator(".design-bar button", { hasText: "↶" }).click();
    await page.waitForFunction(() => !window.designText?.().includes("board"));
    await open("#/design");
    await page.selectOption("#new-shape", "star");
    await page.fill("#new-size-0", "3");
    await page.click(".new-game form button.primary");
    await shows("board  star 3");
    await page.waitForSelector('.design-board [data-square="j1"]');
    seen.king = await piece("j1");
    await picture("star");
    await page.click("#form-add-piece");
    await page.click('[data-offered="archbishop"]');
    await page.selectOption('.palette ~ form select >> nth=0', "ride");
    await page.click('.palette ~ form [data-at="1,1"]');
    await page.waitForFunction(() => document.querySelectorAll(".palette ~ form .sign.ride").length >= 12);
    await picture("hexagons-add");
    await page.click(".palette ~ form button.primary");
    await shows("every(ur ul, ride(ur ul, t))");
    await page.click('.brushes [data-letter="A"]');
    await page.click('.design-board [data-square="i3"]');
    await page.waitForFunction(() => /start .*A/.test(window.designText?.() ?? ""));
    await page.click('.brushes [data-letter="A"]');
    const added = '[data-piece="archbishop"]';
    await page.selectOption(`${added} select >> nth=1`, "moves");
    await page.selectOption(`${added} select >> nth=2`, "none");
    await page.check(`${added} .check input`);
    await page.click(`${added} [data-at="0,2"]`);
    await shows("home] take(ur ur, t");
    await picture("hexagons");
    seen.hexagons = await text();
  },
};

try {
  await stories[story]();
} catch (error) {
  await picture("failure");
  problems.push(`${error.message.split("\n")[0]}; refused: ${await page.locator("#design-refused").textContent({ timeout: 500 }).catch(() => "")}; text: ${await text().catch(() => "")}`);
} finally {
  await browser.close();
}
console.log(JSON.stringify({ seen, problems }));
