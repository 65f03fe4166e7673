// Plays on the page in a real browser as a person would, and prints what was seen as JSON.
// node drive.mjs CHROMIUM ADDRESS SCRIPT [FOLDER]: the script is a JSON list of steps, pictures go to the folder.

import { chromium } from "playwright-core";
import { patient } from "./patience.mjs";

const [, , executablePath, address, script, folder] = process.argv;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const seen = [], problems = [];
try {
  const pages = [];  // of several people, each in a browser of their own
  let page;
  const join = async (size = { width: 1280, height: 860 }) => {
    page = patient(await (await browser.newContext({ viewport: size, acceptDownloads: true, hasTouch: true })).newPage());
    pages.push(page);
    page.setDefaultTimeout(180_000);
    page.on("console", message => { if (message.type() === "error" && !/status of 4(00|29)|INTERNET_DISCONNECTED/.test(message.text())) problems.push(message.text()); });
    page.on("pageerror", error => problems.push(error.message));
  };
  await join();
  const plies = () => page.locator("#list [data-ply]").count();
  const spot = name => page.locator(/^[@#]/.test(name) ? `#board .clickable[data-spot="${name}"]` : `#board [data-square="${name}"]`).last();
  const middle = async name => { const box = await spot(name).boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const does = {
    async open(game, query = "") {
      await page.goto("about:blank");
      await page.goto(`${address}/#/play/${game}${query}`);
      await page.waitForFunction(() => document.querySelector("#board [data-square]") && document.querySelector("#side").options.length > 2);
      await page.evaluate(() => { for (const part of document.querySelectorAll("details:has(#fen)")) part.open = true; });
    },
    async reload() { await page.reload(); await page.waitForSelector("#board [data-square]"); await page.evaluate(() => { for (const part of document.querySelectorAll("details:has(#fen)")) part.open = true; }); },
    async drag(...spots) {
      for (let at = 1; at < spots.length; at += 2) {
        const [from, to] = [await middle(spots[at - 1]), await middle(spots[at])];
        await page.mouse.move(...from); await page.mouse.down();
        await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 }); await page.mouse.move(...to, { steps: 2 }); await page.mouse.up();
      }
    },
    async join() { const link = page.url(); await join(); await page.goto(link); },
    async as(number) { page = pages[number]; await page.bringToFront(); },
    on: selector => page.click(selector),
    tap: async (...spots) => { for (const name of spots) await page.touchscreen.tap(...await middle(name)); },
    piece: (square, name) => page.waitForSelector(`#board .piece[data-on="${square}"][data-piece="${name}"]`, { state: "attached" }),
    lies: name => page.waitForFunction(name => {
      const [one, other] = [`.piece[data-on="${name}"]`, `[data-square="${name}"]`].map(each => document.querySelector(`#board ${each}`).getBoundingClientRect());
      return Math.hypot(one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2) < other.width / 3;
    }, name),
    offline: on => page.context().setOffline(on),
    select: (id, value) => page.selectOption(`#${id}`, value),
    click: async (...spots) => { for (const name of spots) await page.mouse.click(...await middle(name)); },
    press: (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), page.focus("#board svg")),
    button: id => page.click(`#${id}`),
    choice: text => page.click(`#choices button:has-text("${text}"), .board-picker [data-choice="${text}"]`),
    fill: async (id, text) => { await page.fill(`#${id}`, text); await page.press(`#${id}`, "Enter"); },
    check: (id, on) => page.setChecked(`#${id}`, on),
    plies: count => page.waitForFunction(n => document.querySelectorAll("#list [data-ply]").length >= n, count),
    waits: () => page.waitForFunction(() => /to move|has won|drawn|over/i.test(document.querySelector("#status").textContent)),
    until: (id, text) => page.waitForFunction(([id, text]) => new RegExp(text, "i").test(document.getElementById(id).textContent), [id, text]),
    there: selector => page.waitForSelector(selector, { state: "attached" }),
    see: async (...ids) => { const told = { plies: await plies() }; for (const id of ids) told[id] = (await page.locator(`#${id}`).inputValue().catch(() => null)) ?? await page.textContent(`#${id}`); seen.push(told); },
    download: async () => { const [got] = await Promise.all([page.waitForEvent("download"), page.click("#record")]); const stream = await got.createReadStream(); let text = ""; for await (const part of stream) text += part; seen.push({ pgn: text, name: got.suggestedFilename() }); },
    size: (width, height) => page.setViewportSize({ width, height }),
    wide: async () => seen.push({ overflow: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth) }),
    picture: async name => { if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true }); },
  };
  for (const [verb, ...words] of JSON.parse(script)) {
    try { await does[verb](...words); }
    catch (error) { problems.push(`${verb} ${words}: ${error.message.split("\n")[0]}; status: ${await page.textContent("#status")}; error: ${await page.textContent("#error")}`); break; }
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify({ seen, problems }));
