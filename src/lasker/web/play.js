// The game on the page: who plays, what was played, what the server says to it, what the opponent thinks of it.

import { Board } from "/board.js";

const at = id => document.getElementById(id);
const EVERYBODY = "", NOBODY = "-";  // who is played by people, where it is not one player
const LOOK = 1.5;  // seconds in which a position is judged for the player
const SOON = 1, LATE = 15;  // seconds until a question is asked again, at first and at most

let game = null, start = null, moves = [], flipped = false, over = null;
let now = null, picked = [], best = null, hint = null, thinking = null;
let waits = "", failed = "";  // what the opponent waits for; why it cannot play
const board = new Board(at("board"), click);

// --- the server -------------------------------------------------------------------------------

function post(path, more, signal) {
  return fetch(path, { method: "POST", headers: { "content-type": "application/json" }, signal,
    body: JSON.stringify({ game, start, moves, ...more }) });
}

async function ask(path, more) {
  let body;
  try { body = await (await post(path, more)).json(); }
  catch { body = { error: "the server does not answer" }; }
  if (body.error) { complain(body.error.report ?? body.error); return null; }
  return body;
}

function complain(text) {  // without the lines that point into a text that is not shown here
  const lines = text.split("\n").filter(line => !line.startsWith("  "));
  at("error").textContent = lines.join("\n").replace(/^(\S+: )?error: /, "").replace(/\nhelp: /, "\n→ ");
}

// --- the game ---------------------------------------------------------------------------------

async function go(to = {}) {  // to other moves, another start, another view: shown if the rules allow it
  stop();
  const wanted = { start, moves, flipped, ...to };
  const found = await ask("/api/position", wanted);
  if (!found) { next(); return false; }
  ({ start, moves, flipped } = wanted);
  moves = found.record.map(ply => ply.text);
  now = found; picked = []; best = null; hint = null;
  at("error").textContent = "";
  draw();
  next();
  return true;
}

const play = text => go({ moves: [...moves, text] });
const mine = player => at("side").value === EVERYBODY ? now.players.includes(player) : at("side").value === player;
const ended = () => over ?? now.outcome;

function next() {  // chance moves, the opponent thinks, or the player is told how it stands
  if (!now || ended()) return;
  if (now.turn === "chance" && now.roll) {
    const here = moves;
    setTimeout(() => { if (moves === here) play(now.roll); }, 500);
  } else if (!mine(now.turn)) think(true);
  else if (at("shown").checked && now.moves.length) think(false);
}

function stop() { thinking?.abort(); thinking = null; waits = failed = ""; at("board").classList.remove("waiting"); }

async function think(plays) {  // what the opponent sees; asked again while the server is busy or does not answer
  stop();
  const here = thinking = new AbortController();
  at("board").classList.toggle("waiting", plays);
  tell();
  for (let pause = SOON; !failed; pause = Math.min(2 * pause, LATE)) {
    try {
      if (await heard(plays, here.signal)) break;
    } catch (problem) {
      if (here.signal.aborted) return null;
      if (problem.error && !problem.busy) failed = problem.error;
      else await again(problem.error ?? "the server does not answer", pause, here.signal);
    }
    if (here.signal.aborted) return null;
  }
  if (thinking !== here) return null;
  const why = failed;
  stop();
  if (why) { complain(why); if (plays) { failed = why; mark(); } }
  tell();
  if (plays && best?.done) best.claims ? claim(now.claims.find(c => c.reason === best.claims)) : play(best.move);
  return best;
}

async function heard(plays, signal) {  // one question: true if it was answered to the end
  const wanted = plays ? { level: +at("level").value, seconds: +at("seconds").value } : { level: 10, seconds: LOOK };
  const reply = await post("/api/think", wanted, signal), busy = reply.status === 429;
  let done = false;
  for await (const line of lines(reply)) {
    if (line.error) throw { error: line.error.report, busy };
    const told = line.event ?? { ...line.result, done: true };
    if (told.move) { best = told; judge(); }
    if (waits !== (told.waits ?? "")) { waits = told.waits ?? ""; tell(); }
    done ||= told.done;
  }
  if (!done) throw {};
  return true;
}

async function again(why, pause, signal) {  // wait, and say for what
  const seconds = pause * (1 + Math.random() / 2);
  waits = `${why.split("\n")[0].replace(/^error: /, "")}; asked again in ${Math.ceil(seconds)} s`;
  tell();
  await new Promise(then => { const timer = setTimeout(then, 1000 * seconds); signal.addEventListener("abort", () => { clearTimeout(timer); then(); }); });
}

async function* lines(reply) {  // one JSON object a line, as they come
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = done ? "" : parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
    if (done) return;
  }
}

// --- what is shown ----------------------------------------------------------------------------

function draw() {
  board.show(now.svg);
  at("fen").value = now.fen;
  at("undo").disabled = back() === null;
  const rows = [];
  let before = -1;
  at("list").style.setProperty("--players", now.players.length);
  now.record.forEach((ply, i) => {
    const seat = now.players.indexOf(ply.player), text = document.createElement("span");
    text.textContent = ply.name;
    text.title = `${ply.player}: ${ply.text}`;
    text.className = (seat < 0 ? "chance" : "") + (i === now.record.length - 1 ? " last" : "");
    if (!rows.length || (seat >= 0 && (seat < before || now.players.length === 1))) rows.push({ cells: [] });
    if (seat >= 0) before = seat;
    (rows.at(-1).cells[seat < 0 ? Math.max(before, 0) : seat] ??= []).push(text);
  });
  at("list").replaceChildren(...rows.flatMap((row, i) => [
    Object.assign(document.createElement("b"), { textContent: `${i + 1}.` }),
    ...now.players.map((_, seat) => { const cell = document.createElement("span"); cell.append(...(row.cells[seat] ?? []).flatMap(t => [t, " "])); return cell; }),
  ]));
  at("list").scrollTop = at("list").scrollHeight;
  tell();
  judge();
  mark();
}

function tell() {
  if (!now) return;
  const end = ended(), claims = mine(now.turn) && !end ? now.claims : [];
  at("status").textContent = end ? result(end)
    : now.turn === "chance" ? "chance moves …"
    : !mine(now.turn) ? (failed ? `the opponent cannot move for ${now.turn}` : `${now.turn} thinks …`)
    : `${at("side").value === EVERYBODY ? now.turn : `you (${now.turn})`} to move`;
  at("waits").textContent = waits;
  const last = now.record.at(-1);
  if (last && !end && last.player === "chance") at("status").textContent += `: ${last.text}`;
  at("hint").disabled = !!end || !mine(now.turn);
  at("claims")?.remove();
  if (claims.length && !picked.length) {
    const row = Object.assign(document.createElement("span"), { id: "claims" });
    row.append(...claims.map(c => button(`claim ${c.reason}`, () => claim(c))));
    at("choices").append(row);
  }
}

function result({ reason, payoffs }) {
  const scores = Object.values(payoffs), [winner] = Object.entries(payoffs).filter(([, got]) => got === "1");
  if (winner) return `${winner[0]} has won: ${reason}`;
  if (scores.every(got => got === scores[0])) return scores.length > 1 ? `drawn: ${reason}` : `over: ${reason}`;
  return `over: ${reason} (${Object.entries(payoffs).map(([p, got]) => `${p} ${got}`).join(", ")})`;
}

function judge() {  // the bar shows what the first player may expect; where more than two play, the one to move
  const shown = at("shown").checked, two = now.players.length === 2;
  at("bar").classList.toggle("off", !shown);
  at("bar").classList.toggle("flipped", flipped);
  const end = ended(), sight = shown && !end ? best : null;
  at("score").textContent = at("depth").textContent = at("line").textContent = "";
  if (end) { const got = Object.values(end.payoffs)[0]; at("fill").style.height = got === "1" ? "100%" : got === "0" ? "0%" : "50%"; }
  if (!sight) return;
  const first = sight.player === now.players[0], turned = two && !first;
  at("fill").style.height = `${100 * (turned ? 1 - sight.chance : sight.chance)}%`;
  at("bar").title = two ? `${now.players[0]}'s chances` : `${sight.player}'s chances`;
  const number = sight.mate === null ? (two ? ((turned ? -1 : 1) * sight.score / 100).toFixed(2).replace(/^(?=\d)/, "+") : `${Math.round(100 * sight.chance)} % for ${sight.player}`) : `${sight.player} ${sight.told}`;
  at("score").textContent = number;
  at("depth").textContent = `depth ${sight.depth}, ${sight.nodes.toLocaleString("en")} positions`;
  at("line").textContent = sight.line.join(" ");
}

// --- clicking ---------------------------------------------------------------------------------

const fitting = spots => now.moves.filter(m => spots.every((spot, i) => m.squares[i] === spot));

function mark() {
  const open = picked.length ? fitting(picked) : [];
  board.mark(picked, new Set(open.map(m => m.squares[picked.length]).filter(Boolean)), hint);
  if (failed && !ended()) at("choices").replaceChildren(
    button("ask the opponent again", () => { at("error").textContent = ""; next(); }),
    button("play all sides yourself", () => { at("side").value = EVERYBODY; at("side").onchange(); }));
  else if (!mine(now.turn) || ended()) offer([]);
  else offer(picked.length ? open.filter(m => m.squares.length === picked.length) : now.moves.filter(m => !m.squares.length));
}

function offer(found) { at("choices").replaceChildren(...found.map(m => button(m.becomes ? `${m.becomes} (${m.text})` : m.text, () => play(m.text)))); tell(); }

function button(text, action) { return Object.assign(document.createElement("button"), { textContent: text, onclick: action }); }

async function click(spot, owner) {
  if (!now || ended()) return;
  if (!mine(now.turn)) { if (!failed) complain(`it is ${now.turn}'s turn, and the opponent is thinking`); return; }
  at("error").textContent = "";
  hint = null;
  if (owner && owner !== now.turn) { picked = []; mark(); complain(`this is in ${owner}'s hand, and it is ${now.turn}'s turn`); return; }
  if (picked.length && spot === picked.at(-1) && !fitting([...picked, spot]).length) { picked = []; mark(); return; }
  const tried = [...picked, spot];
  let found = fitting(picked = tried);
  if (!found.length) found = fitting(picked = [spot]);
  if (!found.length) {  // a piece in hand need not be picked first
    picked = [];
    found = now.moves.filter(m => m.squares.length === 2 && m.squares[0].startsWith("@") && m.squares[1] === spot);
    if (found.length > 1) { mark(); offer(found); return; }
  }
  if (found.length === 1 && (found[0].squares.length === picked.length || !picked.length)) { play(found[0].text); return; }
  mark();
  if (!found.length) {
    const here = moves, said = await ask("/api/why", { squares: tried });
    if (said && here === moves) complain(said.why);
  }
}

// --- buttons and keys -------------------------------------------------------------------------

function back() {  // how many moves are left when the player's last one is taken back; null if he has none
  if (over) return moves.length;
  for (let n = moves.length - 1; n >= 0; n--) if (at("side").value === NOBODY || mine(now.record[n].player)) return n;
  return null;
}

function claim(claimed) { stop(); over = claimed; best = null; draw(); }

const actions = {
  undo() { const left = back(); if (left === null) return; over = null; if (at("side").value === NOBODY) at("side").value = EVERYBODY; go({ moves: moves.slice(0, left) }); },
  flip() { go({ flipped: !flipped }); },
  fresh() { over = null; go({ moves: [], start: null }); },
  async hint() {
    if (!mine(now.turn) || ended()) return;
    const here = moves, found = best?.done ? best : await think(false);
    if (!found || here !== moves) return;
    hint = now.moves.find(m => m.text === found.move)?.squares ?? [];
    if (!hint.length) complain(`the opponent would play ${found.move}`);
    picked = [];
    mark();
  },
  async record() {
    const seat = player => mine(player) ? "Player" : `Lasker, level ${at("level").value}`;
    const found = await ask("/api/record", { names: now.players.map(seat), claimed: over?.reason });
    if (!found) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([found.pgn], { type: "application/x-chess-pgn" }));
    link.download = "game.pgn";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
};
for (const [id, action] of Object.entries(actions)) at(id).onclick = action;

const KEYS = { u: "undo", f: "flip", n: "fresh", h: "hint" };
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
  if (event.key === "Escape") { picked = []; hint = null; mark(); }
  else if (event.key in KEYS && !at(KEYS[event.key]).disabled) actions[KEYS[event.key]]();
});

at("typed").onsubmit = async event => {
  event.preventDefault();
  const text = at("text").value.trim();
  if (!text || !now) return;
  if (ended()) { complain(result(ended())); return; }
  if (!mine(now.turn)) { complain(`it is ${now.turn}'s turn`); return; }
  if (await play(text)) at("text").value = "";
};
at("set").onsubmit = async event => { event.preventDefault(); const last = over; over = null; if (!await go({ start: at("fen").value.trim(), moves: [] })) over = last; };
for (const id of ["side", "level", "seconds", "shown"]) at(id).onchange = () => { stop(); draw(); next(); };
at("game").onchange = () => choose(at("game").value);
at("how").ontoggle = () => { if (at("how").open && !at("figures").childElementCount) figures(); };

async function figures() {
  const wanted = game;
  at("figures").textContent = "Trying the pieces …";
  const reply = await fetch("/api/moves/" + encodeURIComponent(wanted));
  if (game === wanted) at("figures").innerHTML = reply.ok ? await reply.text() : "";
}

// --- the beginning ----------------------------------------------------------------------------

function options(id, pairs, chosen) {
  at(id).replaceChildren(...pairs.map(([value, text]) => Object.assign(document.createElement("option"), { value, textContent: text })));
  if (chosen !== undefined) at(id).value = chosen;
}

async function choose(name) {
  stop();
  game = name; start = null; moves = []; over = null; now = null; flipped = false;
  at("game").value = name;
  location.hash = encodeURIComponent(name);
  at("figures").replaceChildren();
  at("page").href = "/rules/" + encodeURIComponent(name);
  if (at("how").open) figures();
  options("side", [[EVERYBODY, "everybody"]], EVERYBODY);
  fetch("/api/rules/" + encodeURIComponent(name)).then(async reply => { if (game === name) at("rules").textContent = await reply.text(); });
  const first = await ask("/api/position", {});
  if (!first || game !== name) return;
  options("side", [...first.players.map(p => [p, p]), [EVERYBODY, "everybody"], [NOBODY, "nobody: watch"]], first.players[0]);
  await go();
}

options("level", Array.from({ length: 10 }, (_, i) => [i + 1, i ? (i === 9 ? "10: all it can" : `${i + 1}`) : "1: a beginner"]), 3);
options("seconds", [1, 2, 5, 10].map(s => [s, `${s} s a move`]), 2);
const list = await (await fetch("/api/games")).json();
options("game", list.map(g => [g.name, g.title]));
const wanted = decodeURIComponent(location.hash.slice(1));
await choose(list.some(g => g.name === wanted) ? wanted : list[0].name);
