// The page: what is written at the left, what is played at the right, and who is asked about it.

import { drawBoard } from "./board.js";
import { drawCurve } from "./curve.js";
import { makeEditor } from "./editor.js";
import { Stopped, engine, served } from "./engine.js";
import { packed, read } from "./share.js";

const MEMORY = 400 * 2 ** 20;
const MANY = 300;
const $ = (id) => document.getElementById(id);
const PANES = ["rules", "play"];
const TABS = ["moves", "curve", "facts", "answer", "search", "info"];

/** Each answers in a thread of its own, so that what is asked of one never waits for another: about the text, about a position, and what is searched. */
const language = engine();
const board = engine();
const solver = engine();

/** Everything that the address holds, and where in the line of moves the reader is. */
const state = { text: "", settings: {}, moves: [], at: 0, tab: "moves", side: "first", values: true, pane: undefined };
let program = null;
let expectations = [];
let position = null;
let rated = null;
let editor = null;
/** What is known of positions of this game, by their moves. */
let known = new Map();
let judged = new Map();
let texts = new Map();
/** Counts games: what was asked about an earlier one is for nothing. */
let game = 0;
let shownPosition = 0;
let fresh = true;
/** Until then the author may go on writing, and nothing is solved. */
let settled = 0;
const PAUSE = 300;
/** So long after a key the position of the new rules is drawn. */
const REST = 80;
let drawn = 0;

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const settings = () => Object.entries(state.settings).map(([name, value]) => `${name}=${value}`);
const played = () => state.moves.slice(0, state.at);
const source = () => ({ text: state.text, settings: settings() });
const budget = () => ({ time: Number($("time").value), memory: MEMORY });

/** Asks the solver; the button ends it. */
async function solve(request) {
  const now = game;
  const began = fresh;
  fresh = false;
  busy(1);
  try {
    const answer = await solver.call({ ...source(), ...budget(), ...request }, began);
    if (now !== game) throw new Stopped("another game");
    return answer;
  } finally {
    busy(-1);
  }
}

let running = 0;
function busy(by) {
  running += by;
  $("stop").disabled = running === 0;
  $("work").textContent = running > 0 ? "working…" : "";
}

function stop() {
  solver.stop();
  fresh = true;
}

/* What is written */

let checking = 0;
async function check(text) {
  const number = ++checking;
  let told;
  const began = performance.now();
  try {
    told = await language.call({ call: "check", text });
  } catch (error) {
    if (!(error instanceof Stopped)) $("verdict").textContent = error.message;
    return;
  }
  if (number !== checking) return;
  document.documentElement.dataset.checked = (performance.now() - began).toFixed(1);
  editor.show(told);
  listMistakes(told.diagnostics);
  expectations = told.expectations;
  program = told.program;
  if (program) begin(text);
  else {
    document.body.classList.add("stale");
    remember();
  }
}

function listMistakes(diagnostics) {
  const errors = diagnostics.filter((each) => each.severity === 1).length;
  const warnings = diagnostics.length - errors;
  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const parts = [errors && counted(errors, "error"), warnings && counted(warnings, "warning")].filter(Boolean);
  $("verdict").textContent = parts.join(", ") || "no mistakes";
  $("verdict").className = errors ? "bad" : warnings ? "soso" : "good";
  $("mistakes").replaceChildren(...diagnostics.slice(0, 50).map(mistake));
}

function mistake(each) {
  const [first, ...rest] = each.message.split("\n");
  const fixes = each.fixes.map((fix) => element("button", { class: "fix", onclick: () => editor.apply(fix.edits) }, fix.title));
  return element(
    "li",
    { class: each.severity === 1 ? "error" : "warning" },
    element("button", { class: "where", onclick: () => editor.select(each.range) }, `${each.range.start.line + 1}:${each.range.start.character + 1}`),
    element("span", {}, ` ${first} `),
    ...(rest.length ? [element("small", {}, rest.join(" "))] : []),
    ...fixes,
  );
}

/** The text is in order: it is the game that is played from now on. */
function begin(text) {
  document.body.classList.remove("stale");
  const other = text !== state.text || fresh;
  state.text = text;
  for (const name of Object.keys(state.settings)) if (!program.params.some((each) => each.name === name)) delete state.settings[name];
  showSettings();
  showSides();
  if (other) anotherGame();
  else show();
}

function anotherGame() {
  if (running > 0) solver.stop();
  game++;
  fresh = true;
  [known, judged, texts] = [new Map(), new Map(), new Map()];
  settled = performance.now() + PAUSE;
  // What was asked about the game before is for nothing; while keys follow each other nothing is asked.
  shownPosition++;
  clearTimeout(drawn);
  drawn = setTimeout(show, position ? REST : 0);
}

function showSettings() {
  const rows = program.params.map(({ name, value }) => {
    const type = /^-?\d+$/.test(value) ? "number" : "text";
    const input = element("input", { type, name, value: state.settings[name] ?? value, "aria-label": `Setting ${name}` });
    input.addEventListener("change", () => {
      if (["", value].includes(input.value.trim())) delete state.settings[name];
      else state.settings[name] = input.value.trim();
      [state.moves, state.at] = [[], 0];
      anotherGame();
    });
    return element("label", {}, `${name} `, input);
  });
  const same = [...$("settings").elements].map((each) => each.name).join() === program.params.map((each) => each.name).join();
  if (!same || !$("settings").contains(document.activeElement)) $("settings").replaceChildren(...rows);
}

function showSides() {
  const [first, second] = program.players;
  const sides = [["first", first], ["second", second], ["both", "both"], ["none", "none"]];
  $("side").replaceChildren(...sides.map(([value, name]) => element("option", { value, selected: state.side === value }, name)));
}

/* What is played */

async function show() {
  const number = ++shownPosition;
  rated = null;
  // A position before this one, or what is told of the game: that is asked again.
  if (board.busy) board.stop();
  try {
    position = await board.call({ call: "position", ...source(), moves: played() });
  } catch (error) {
    if (error instanceof Stopped || number !== shownPosition) return;
    position = null;
    // Moves that this game does not have are given up, the settings stay as they were written.
    if (state.moves.length > 0 && /move|legal|play/i.test(error.message)) {
      [state.moves, state.at] = [[], 0];
      tell(`The moves are left out: ${error.message}`);
      return show();
    }
    $("board").replaceChildren();
    $("value").textContent = error.message;
    $("value").className = "bad";
    return;
  }
  if (number !== shownPosition) return;
  draw(position);
  showLine();
  showLegend();
  showPanel();
  remember();
  rate(number);
}

function draw(shown) {
  $("choose").hidden = true;
  const words = (move) => {
    const found = rated?.moves.find((each) => each.move === move);
    return found?.words ? `: ${found.words}` : "";
  };
  const focused = document.activeElement?.closest?.("#board") ? document.activeElement.getAttribute("aria-label") : null;
  drawBoard($("board"), shown, play, chooseOf, words);
  if (focused) ($("board").querySelector(".target") ?? $("back")).focus({ preventScroll: true });
  const turn = shown.turn === null ? `Play is over: ${shown.over}.` : `${shown.players[shown.turn]} to move.`;
  $("value").className = "";
  $("value").textContent = turn;
  $("back").disabled = $("first").disabled = state.at === 0;
  $("forward").disabled = state.at === state.moves.length;
  $("perfect").disabled = shown.turn === null;
}

/** What the letters on the board mean. */
function showLegend() {
  const shown = state.values && rated?.exact && position?.turn !== null && rated.moves.length > 0;
  const mover = shown ? position.players[position.turn] : "";
  const plies = shown && rated.moves.some((each) => each.plies !== null) ? "; the number: plies to the end" : "";
  $("legend").textContent = !shown ? "" : rated.points ? `On each move: what ${mover} gets by best play. With a star: best moves.` : `+: ${mover} wins, =: draw, −: ${mover} loses${plies}. With a star: best moves.`;
}

/** Several moves are made at the place that was clicked. */
function chooseOf(moves) {
  const buttons = moves.map((move) => element("button", { onclick: () => play(move) }, move));
  $("choose").replaceChildren("Which? ", ...buttons);
  $("choose").hidden = false;
  buttons[0].focus();
}

async function rate(number) {
  const moves = played();
  const id = JSON.stringify(moves);
  let told = known.get(id);
  if (!told) await new Promise((done) => setTimeout(done, Math.max(0, settled - performance.now())));
  if (number !== shownPosition) return;
  // What the curve asked for has no picture.
  if (!told?.position) {
    try {
      told = await solve({ call: "rate", moves });
      known.set(id, told);
    } catch (error) {
      if (number !== shownPosition) return;
      if (!(error instanceof Stopped)) {
        $("value").textContent += ` ${error.message}`;
        $("value").className = "bad";
      } else $("work").textContent = "stopped";
      return;
    }
  }
  if (number !== shownPosition) return;
  rated = told;
  if (told.position && state.values) draw(told.position);
  else if (position) draw(position);
  const turn = position.turn === null ? `Play is over: ${position.over}.` : `${position.players[position.turn]} to move.`;
  if (position.turn !== null && state.values) $("value").textContent = told.exact ? `${turn} Value: ${told.words}.` : `${turn} Not solved in this time; the moves are rated by a look ${told.depth} plies ahead.`;
  showLegend();
  showPanel();
  // Whoever looks back at earlier moves is not answered.
  if (position.turn !== null && state.at === state.moves.length && isTheirs(position.turn)) {
    await new Promise((done) => setTimeout(done, 450));
    if (number === shownPosition && told.next) play(told.next);
  } else rateLine();
}

/** Whether the program moves for this player. */
function isTheirs(turn) {
  return state.side === "none" || (state.side === "first" && turn === 1) || (state.side === "second" && turn === 0);
}

/** Rates the positions on the way here, for the curve. */
async function rateLine() {
  if (state.tab !== "curve") return;
  const now = shownPosition;
  for (let at = 0; at <= state.moves.length && now === shownPosition; at++) {
    const moves = state.moves.slice(0, at);
    const id = JSON.stringify(moves);
    if (known.has(id)) continue;
    try {
      const told = await solve({ call: "rate", moves, brief: true });
      // The picture is left out: asked for again when the reader goes there.
      known.set(id, told);
    } catch {
      return;
    }
    if (state.tab === "curve" && now === shownPosition) showPanel();
  }
}

function play(move) {
  if (state.moves[state.at] !== move) state.moves.length = state.at;
  state.moves[state.at++] = move;
  show();
}

function go(at) {
  state.at = Math.max(0, Math.min(state.moves.length, at));
  show();
}

async function perfect() {
  const number = shownPosition;
  if (!rated) {
    tell("The value is being worked out.");
    return;
  }
  if (rated.next && number === shownPosition) play(rated.next);
}

function showLine() {
  const moves = state.moves.map((move, at) =>
    element("button", { class: at < state.at ? "done" : "ahead", "aria-current": at === state.at - 1 ? "step" : null, onclick: () => go(at + 1) }, `${at + 1}. ${move}`));
  $("line").replaceChildren(...moves);
  $("line").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/* What is told beside the board */

function showPanel() {
  for (const tab of TABS) {
    const button = $(`tab-${tab}`);
    button.setAttribute("aria-selected", String(tab === state.tab));
    button.tabIndex = tab === state.tab ? 0 : -1;
  }
  $("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
  if ($("panel").dataset.kind !== state.tab) asked = "";
  $("panel").dataset.kind = state.tab;
  if (!program) return;
  const panels = { moves: showMoves, curve: showCurve, facts: showFacts, answer: showAnswer, search: showSearch, info: showInfo };
  panels[state.tab]();
}

const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

function chip(each, points) {
  const text = points ? signed(each.mine) : `${each.mine > 0 ? "W" : each.mine < 0 ? "L" : "="}${each.plies ?? ""}`;
  const kind = each.mine > 0 ? "win" : each.mine < 0 ? "loss" : "even";
  return element("span", { class: `chip ${kind}` }, text);
}

function showMoves() {
  if (!position) return;
  const worth = new Map((rated?.moves ?? []).map((each) => [each.move, each]));
  const row = ({ move }) => {
    const each = state.values ? worth.get(move) : undefined;
    const told = !each ? [] : rated.exact ? [chip(each, rated.points), element("small", {}, each.words)] : [element("small", {}, `guess ${signed(Math.round(each.mean * 100) / 100)}`)];
    return element("button", { class: each?.best ? "move best" : "move", onclick: () => play(move) }, element("b", {}, move), ...told);
  };
  const all = [...position.moves];
  if (rated?.exact && state.values) all.sort((a, b) => (worth.get(b.move)?.mine ?? 0) - (worth.get(a.move)?.mine ?? 0));
  const rows = all.slice(0, MANY).map(row);
  if (all.length > MANY) rows.push(element("p", {}, `and ${all.length - MANY} more moves`));
  if (position.turn === null) rows.push(element("p", {}, `Play is over: ${position.over}.`));
  $("panel").replaceChildren(element("div", { class: "moves" }, ...rows));
}

function showCurve() {
  const values = state.moves.map((_, at) => at + 1);
  const points = [0, ...values].map((at) => {
    const told = known.get(JSON.stringify(state.moves.slice(0, at)));
    return { at, value: told?.exact ? told.value : null, words: told?.exact ? told.words : "not known", move: at ? state.moves[at - 1] : "start" };
  });
  $("panel").replaceChildren(drawCurve(points, state.at, program, go), element("p", { class: "faint" }, "The value of each position under best play from there on. A step is a mistake, or a gift."));
}

function showFacts() {
  if (expectations.length === 0) {
    $("panel").replaceChildren(element("p", { class: "faint" }, "The rules state no facts yet: `expect value = draw`, for example."));
    return;
  }
  const rows = expectations.map((expect, number) => {
    const rows = judged.get(number);
    if (!rows) {
      const button = element("button", { onclick: () => judge(number) }, expect.slow ? "Judge (slow)" : "Judge");
      return element("li", {}, element("button", { class: "where", onclick: () => toText(expect.range) }, textOf(expect.range)), button);
    }
    if (rows === "running") return element("li", {}, textOf(expect.range), element("small", {}, "being judged…"));
    const marks = { holds: "✓", fails: "✗", unknown: "?" };
    const told = rows.map((row) => element("div", { class: row.result },
      element("span", { class: "mark", "aria-label": row.result }, marks[row.result]),
      element("button", { class: "where", onclick: () => toText(row.range) }, row.fact.replace(/\s+/g, " ")),
      element("small", {}, row.result === "fails" ? `expected ${row.expected}, found ${row.found}` : (row.found ?? ""))));
    const about = condition(expect.range);
    return element("li", {}, ...(about ? [element("small", {}, about)] : []), ...told);
  });
  $("panel").replaceChildren(element("button", { id: "judge", onclick: () => judgeAll() }, "Judge all that are not slow"), element("ul", { class: "facts" }, ...rows));
}

function textOf(range) {
  const lines = state.text.split("\n");
  return (lines[range.start.line] ?? "").trim();
}

/** Of which position or setting the facts of an expectation are: what stands before its colon. */
function condition(range) {
  return /^expect (?:slow )?((?:after|with) (?:"[^"]*"|[^":])*):/.exec(textOf(range))?.[1];
}

function toText(range) {
  showPane("rules");
  editor.select(range);
}

async function judge(number) {
  const now = game;
  judged.set(number, "running");
  showFactsAgain(now);
  try {
    const told = await solve({ call: "facts", expectation: number });
    judged.set(number, told.facts);
  } catch (error) {
    if (now === game) judged.delete(number);
    if (!(error instanceof Stopped)) tell(error.message);
    showFactsAgain(now);
    return false;
  }
  showFactsAgain(now);
  return now === game;
}

function showFactsAgain(now) {
  if (now === game && state.tab === "facts") showFacts();
}

async function judgeAll() {
  for (const [number, expect] of expectations.entries()) {
    if (expect.slow || Array.isArray(judged.get(number))) continue;
    if (!(await judge(number))) return;
  }
}

/** What the panel is filled with, or waits for. */
let asked = "";

/** Fills the panel by one request; what was told stays as long as the game does. */
async function filled(kind, request, ask, made, words) {
  const [id, ofGame] = [kind + JSON.stringify(request), texts];
  const shown = () => state.tab === kind && ofGame === texts && asked === `${game} ${id}`;
  const fill = (told) => { if (shown()) $("panel").replaceChildren(told.error ? element("p", { class: "bad" }, told.error) : made(told.answer)); };
  if (ofGame.get(id)?.answer && asked === `${game} ${id}`) return;
  asked = `${game} ${id}`;
  const waits = ofGame.get(id);
  if (waits && waits !== "running") return fill(waits);
  $("panel").replaceChildren(element("p", { class: "faint" }, words));
  if (waits) return;
  ofGame.set(id, "running");
  try {
    ofGame.set(id, { answer: await ask(request) });
    fill(ofGame.get(id));
  } catch (error) {
    ofGame.delete(id);
    fill({ error: error instanceof Stopped ? "stopped" : error.message });
  }
}

/** What the program tells in lines of a word and a text, broken where a terminal ends: as rows that are broken where the page does. */
function rowsOf(text) {
  const [title, ...lines] = text.trimEnd().split("\n");
  const list = element("dl", { class: "rows" });
  for (const line of lines.filter((each) => each.trim())) {
    const [, name, value] = /^ {0,2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
    const last = list.lastElementChild;
    if (name) list.append(element("dt", {}, name), element("dd", {}, value));
    else if (last) last.append(/^ {8}/.test(line) ? " " : "\n", line.trim());
    else list.append(element("dt"), element("dd", {}, line.trim()));
  }
  return element("div", {}, element("b", {}, title), list);
}

function showAnswer() {
  filled("answer", { call: "solve", moves: played() }, solve, (told) => rowsOf(told.text), "The value, the best moves, a line, and why it is true: being worked out…");
}

function showInfo() {
  filled("info", { call: "info" }, (request) => board.call({ ...source(), ...request }), rowsOf, "…");
}

function showSearch() {
  // In a frame there is little room: who asked for the search sees it.
  const seen = () => document.body.classList.contains("embed") && $("tabs").scrollIntoView();
  const made = (page) => element("iframe", { srcdoc: page, sandbox: "allow-scripts", title: "The search, step by step", onload: seen });
  filled("search", { call: "tree", moves: played() }, solve, made, "Minimax, alpha-beta, and alpha-beta with a memo, step by step: being drawn…");
}

function chooseTab(tab) {
  state.tab = tab;
  showPanel();
  rateLine();
  if (tab === "facts" && judged.size === 0) judgeAll();
  remember();
}

/* The address */

let remembered = null;
function remember() {
  clearTimeout(remembered);
  remembered = setTimeout(async () => history.replaceState(null, "", `#${await address()}`), 200);
}

function address() {
  const { text: playedText, settings, moves, at, tab, side, values, pane } = state;
  return packed({ text: editor?.text() ?? playedText, settings, moves, at, tab, side, values, pane });
}

async function share() {
  const fragment = await address();
  history.replaceState(null, "", `#${fragment}`);
  try {
    await navigator.clipboard.writeText(location.href);
    tell("The address was copied: it holds the rules, the settings and the moves.");
  } catch {
    tell("The address of this page holds the rules, the settings and the moves: copy it from above.");
  }
}

let telling = null;
function tell(text) {
  $("told").textContent = text;
  $("told").classList.add("shown");
  clearTimeout(telling);
  telling = setTimeout(() => $("told").classList.remove("shown"), 5000);
}

/** Takes what an address holds; wrong parts of it are left out. */
function take(held) {
  const list = Array.isArray(held.moves) ? held.moves.filter((each) => typeof each === "string") : [];
  const written = Object.entries(held.settings ?? {}).filter(([, value]) => typeof value === "string");
  Object.assign(state, {
    text: held.text,
    settings: Object.fromEntries(written),
    moves: list,
    at: Number.isInteger(held.at) ? Math.max(0, Math.min(held.at, list.length)) : list.length,
    tab: TABS.includes(held.tab) ? held.tab : "moves",
    side: ["first", "second", "both", "none"].includes(held.side) ? held.side : "first",
    values: held.values !== false,
  });
  $("values").checked = state.values;
  // The pane that the reader chose; who saw both, on a wide screen, chose none.
  state.pane = PANES.includes(held.pane) ? held.pane : undefined;
  showPane(state.pane ?? (list.length > 0 || document.body.classList.contains("embed") ? "play" : "rules"));
}

/* The whole */

function showPane(pane) {
  document.body.dataset.pane = pane;
  $("show-rules").setAttribute("aria-pressed", String(pane === "rules"));
  $("show-play").setAttribute("aria-pressed", String(pane === "play"));
}

async function examples() {
  const all = await (served ? JSON.parse($("library").textContent) : unpacked("library").json());
  const kinds = [...new Set(all.map((each) => each.kind))];
  const option = (each) => element("option", { value: `library/${each.name}` }, /^game "(.+)"/m.exec(each.text)[1]);
  const groups = kinds.map((kind) => element("optgroup", { label: kind }, ...all.filter((each) => each.kind === kind).map(option)));
  if (served) {
    const files = await fetch("files").then((answer) => answer.json()).catch(() => []);
    if (files.length > 0) groups.unshift(element("optgroup", { label: "This folder" }, ...files.map((name) => element("option", { value: `file/${name}` }, name))));
  }
  $("examples").replaceChildren(element("option", { value: "" }, "choose…"), ...groups);
  return all;
}

async function open(name, all) {
  const [where, ...rest] = name.split("/");
  const path = rest.join("/");
  const text = where === "file" ? await fetch(`file?path=${encodeURIComponent(path)}`).then((answer) => (answer.ok ? answer.text() : null)) : all.find((each) => each.name === path)?.text;
  if (typeof text !== "string") return tell(`${path} cannot be read.`);
  Object.assign(state, { settings: {}, moves: [], at: 0 });
  fresh = true;
  editor.replace(text);
}

function onKey(event) {
  if (event.target.closest?.(".cm-editor, input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("#tabs")) return onTabKey(event);
  if (event.key === "ArrowLeft") go(state.at - 1);
  else if (event.key === "ArrowRight" && state.at < state.moves.length) go(state.at + 1);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(state.moves.length);
  else if (event.key === "Enter" && !event.target.closest?.("button, [role=button]")) perfect();
  else return;
  event.preventDefault();
}

function onTabKey(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  chooseTab(TABS[(TABS.indexOf(state.tab) + by + TABS.length) % TABS.length]);
  $(`tab-${state.tab}`).focus();
  event.preventDefault();
}

async function main() {
  const flags = new URLSearchParams(location.search);
  document.body.classList.toggle("embed", flags.has("embed"));
  const all = await examples();
  const held = await read(location.hash.slice(1));
  take(held ?? { text: all.find((each) => each.name === (flags.get("game") ?? "tic_tac_toe"))?.text ?? all[0].text, side: "first" });
  const { text } = state;
  editor = makeEditor($("editor"), text, (request) => language.call(request), (written) => check(written));
  $("examples").addEventListener("change", async (event) => { await open(event.target.value, all); event.target.value = ""; });
  $("format").addEventListener("click", () => editor.format().catch((error) => tell(error.message)));
  $("share").addEventListener("click", share);
  for (const pane of PANES) $(`show-${pane}`).addEventListener("click", () => { state.pane = pane; showPane(pane); remember(); });
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(state.at - 1));
  $("forward").addEventListener("click", () => go(state.at + 1));
  $("perfect").addEventListener("click", perfect);
  $("stop").addEventListener("click", stop);
  $("side").addEventListener("change", (event) => { state.side = event.target.value; show(); });
  $("values").addEventListener("change", (event) => { state.values = event.target.checked; show(); });
  $("time").addEventListener("change", () => anotherGame());
  $("settings").addEventListener("submit", (event) => event.preventDefault());
  for (const tab of TABS) $(`tab-${tab}`).addEventListener("click", () => chooseTab(tab));
  addEventListener("keydown", onKey);
  addEventListener("hashchange", async () => {
    const other = await read(location.hash.slice(1));
    if (other) { take(other); fresh = true; editor.replace(other.text); check(other.text); }
  });
  await check(text);
  document.documentElement.dataset.ready = "yes";
  // From a web server the page stays for when there is no network; as a file it is there anyway.
  if (!served && location.protocol.startsWith("http")) navigator.serviceWorker?.register("sw.js").catch(() => {});
}

main();
