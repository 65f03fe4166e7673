// Walks through the page in a real browser by steps, and prints what was seen as JSON.
// node steps.mjs CHROMIUM ADDRESS STEPS [FOLDER]: steps is a JSON list of verbs with their words, pictures go to the folder.

import { chromium } from "playwright-core";
import { patient } from "./patience.mjs";

const [, , executablePath, address, script, folder] = process.argv;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const seen = [], problems = [];
try {
  const page = patient(await browser.newPage({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, reducedMotion: "reduce" }));
  page.setDefaultTimeout(90_000);
  page.on("console", (message) => { if (message.type() === "error" && !/status of 4(00|29)/.test(message.text())) problems.push(message.text()); });
  page.on("pageerror", (error) => problems.push(error.message));
  const does = {
    open: async (hash) => { await page.goto("about:blank"); await page.goto(`${address}/${hash}`); },
    reload: () => page.reload(),
    there: (selector) => page.waitForSelector(selector, { state: "attached" }),
    click: (selector) => page.click(selector),
    menu: (selector) => page.click(selector, { button: "right" }),
    fill: async (selector, text) => { await page.fill(selector, text); await page.press(selector, "Enter"); },
    press: async (...keys) => { for (const key of keys) await page.keyboard.press(key); },
    paste: (text) => page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, text),
    drop: (name, text) => page.evaluate(([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, text]),
    drag: async (from, to) => {
      for (const each of [from, to]) await page.locator(each).scrollIntoViewIfNeeded();
      const [one, two] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()];
      await page.mouse.move(one.x + one.width / 2, one.y + one.height / 2);
      await page.mouse.down();
      await page.mouse.move(two.x + two.width / 2, two.y + two.height / 2, { steps: 5 });
      await page.mouse.up();
    },
    until: (selector, pattern) => page.waitForFunction(([selector, pattern]) =>
      new RegExp(pattern).test([...document.querySelectorAll(selector)].map((each) => each.value || each.textContent).join(" ")), [selector, pattern]),
    see: async (selector) => seen.push(await page.evaluate((selector) => [...document.querySelectorAll(selector)].map((each) => each.value || each.textContent), selector)),
    attribute: async (selector, name) => seen.push(await page.getAttribute(selector, name)),
    download: async (selector) => {
      const [got] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
      let bytes = Buffer.alloc(0);
      for await (const part of await got.createReadStream()) bytes = Buffer.concat([bytes, part]);
      seen.push({ name: got.suggestedFilename(), begins: bytes.subarray(0, 4).toString("latin1"), size: bytes.length });
    },
    picture: async (name) => { if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true }); },
  };
  for (const [verb, ...words] of JSON.parse(script)) {
    try { await does[verb](...words); }
    catch (error) { problems.push(`${verb} ${words}: ${error.message.split("\n")[0]}`); break; }
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify({ seen, problems }));
