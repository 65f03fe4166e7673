// How scripts wait for a page.

const EVERY = 50;  // milliseconds between two looks; at every frame, looking would keep the processor busy
const LONG = 90_000;  // milliseconds until a step has failed, on a machine that does other things, too

/** The page, which is looked at seldom while something is waited for. */
export function patient(page) {
  const waits = page.waitForFunction.bind(page);
  page.waitForFunction = (what, given, options) => waits(what, given, { polling: EVERY, ...options });
  page.setDefaultTimeout(LONG);
  return page;
}
