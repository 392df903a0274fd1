// Plays on a table of positions that stands in the page (see `table.rs`): nothing is computed here but where moves lead.
const $ = (id) => document.getElementById(id);
const PICTURE = "http://www.w3.org/2000/svg";
/** Of more moves than this the others are typed or clicked. */
const MANY = 200;
/** A line of best play is told so far, in plies. */
const LONGEST = 60;
/** Pictures are so many times as wide as they were drawn, if there is room. */
const LARGER = 1.8;
/** Two programs end when a position has occurred this often before. */
const REPEATS = 2;

let table = null;
/** Where the moves of each position begin, what was reached before, and the position that each was first reached from. */
let graph = null;
/** The moves played, each with the position before it and its number there; the positions; where the reader is. */
const game = { moves: [], positions: [0], at: 0 };
let sides = [true, false];
let waiting = null;

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** Reads where everything begins; positions are read from there when they are looked at. */
function indexed({ positions, edges, drawings, beyond: values }) {
  const [starts, reached, beyond] = [new Int32Array(positions), new Int32Array(positions), new Int32Array(positions)];
  const [parents, pictures] = [new Int32Array(positions), new Int32Array(positions)];
  let [known, outside, at, place] = [1, 0, 0, 0];
  for (let n = 0; n < positions; n++) {
    [starts[n], reached[n], beyond[n], pictures[n]] = [at, known, outside, place];
    const count = edges[at++];
    for (let each = 0; each < count; each++, at += 2) {
      if (edges[at + 1] === 0) parents[known++] = n;
      else if (edges[at + 1] === 1) outside++;
    }
    for (let runs = drawings[place++]; runs > 0; runs--) place += 3 + drawings[place + 2];
  }
  return { starts, reached, beyond, parents, pictures, outside: new Map(values.map(([number, ...known]) => [number, known])) };
}

/** The numbers of the lines that show a position. */
function linesOf(n) {
  const way = [n];
  while (way.at(-1) !== 0) way.push(graph.parents[way.at(-1)]);
  let lines = [];
  for (const here of way.reverse()) {
    const made = [];
    let [at, from] = [graph.pictures[here], 0];
    for (let runs = table.drawings[at++]; runs > 0; runs--) {
      const [stay, go, come] = table.drawings.slice(at, at + 3);
      for (let each = 0; each < stay; each++) made.push(lines[from++]);
      for (let each = 0; each < come; each++) made.push(table.drawings[at + 3 + each]);
      from += go;
      at += 3 + come;
    }
    while (from < lines.length) made.push(lines[from++]);
    lines = made;
  }
  return lines;
}

const valued = (number, plies) => (number === 0 ? null : { value: table.words[number - 1][0], words: table.words[number - 1][1], plies: plies === 0 ? null : plies - 1 });

const worth = (n) => valued(table.values[n], table.distances[n]);
const isOver = (n) => table.turns[n] >= 2;
const turnOf = (n) => table.turns[n] & 1;

/** The legal moves of a position: how they read, where they are made, where they lead, what that is worth. */
function movesOf(n) {
  const moves = [];
  let [at, known, outside, number] = [graph.starts[n], graph.reached[n], graph.beyond[n], 0];
  const count = table.edges[at++];
  for (let each = 0; each < count; each++, at += 2) {
    number += table.edges[at];
    const code = table.edges[at + 1];
    const to = code === 0 ? known++ : code === 1 ? null : known - 1 - (code - 2);
    const [move, kind, places] = table.moves[number];
    const after = to === null ? valued(...(graph.outside.get(outside++) ?? [0, 0])) : worth(to);
    moves.push({ number: each, move, place: kind ? { kind, at: places } : null, to, after });
  }
  return moves;
}

const plural = (count, word) => `${count} ${count === 1 ? word : word === "ply" ? "plies" : `${word}s`}`;

/** What a value means, in words, after so many plies more. */
function inWords(known, more = 0) {
  if (!known) return "not known";
  const plies = table.points || known.plies === null || known.plies + more === 0 ? "" : ` in ${plural(known.plies + more, "ply")}`;
  return known.words + plies;
}

const here = () => game.positions[game.at];
const sign = (n) => (turnOf(n) === 0 ? 1 : -1);
const name = (n) => table.players[turnOf(n)];

/** The moves that keep the value. */
function bestOf(n) {
  const known = worth(n);
  return known ? movesOf(n).filter((each) => each.after?.value === known.value) : [];
}

/** Moves by name, not more than five. */
const named = (moves) => moves.slice(0, 5).map((each) => each.move).join(", ") + (moves.length > 5 ? ", .." : "");

/** Those that are marked as best: none where every move keeps the value. */
function starredOf(n) {
  const best = bestOf(n);
  return new Set(best.length < movesOf(n).length ? best.map((each) => each.number) : []);
}

function perfectOf(n) {
  return table.next[n] > 0 ? movesOf(n)[table.next[n] - 1] : null;
}

/* What is shown */

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS(PICTURE, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function draw(n) {
  const lines = linesOf(n).map((number) => table.lines[number]);
  const middle = lines.indexOf("");
  const focused = document.activeElement?.closest?.("#board") !== null;
  const moves = isOver(n) ? [] : movesOf(n);
  const words = (move) => {
    const found = $("values").checked && moves.find((each) => each.move === move);
    return found && found.after ? `: ${inWords(found.after, 1)}` : "";
  };
  const by = $("values").checked ? badge(n) : () => null;
  drawBoard($("board"), { svg: lines.slice(0, middle).join("\n"), moves }, (move) => chosen(moves.find((each) => each.move === move)), chooseOf, words, by);
  const svg = $("board").querySelector("svg");
  svg.style.maxWidth = `${Math.max(300, svg.viewBox.baseVal.width * LARGER)}px`;
  svg.setAttribute("aria-label", `${table.title}: ${standing(n)}`);
  if (moves.every((each) => !each.place)) svg.setAttribute("role", "img");
  markLast(svg, n);
  $("text").textContent = lines.slice(middle + 1).join("\n");
  if (focused) (svg.querySelector(".target") ?? $("back")).focus({ preventScroll: true });
}

/** A mark where the last move was made. */
function markLast(svg, n) {
  if (game.at === 0) return;
  const { place } = movesOf(game.positions[game.at - 1])[game.moves[game.at - 1]];
  if (!place) return;
  const marks = place.kind === "way" || place.kind === "line" ? [way(place.at)] : place.at.map(([cx, cy]) => svgElement("circle", { cx, cy, r: 21 }));
  const group = svgElement("g", { class: "was last", "aria-hidden": "true" }, ...marks);
  svg.insertBefore(group, svg.lastElementChild);
}

const way = ([[x1, y1], [x2, y2]]) => svgElement("line", { x1, y1, x2, y2 });

/** Several moves are made at the place that was clicked. */
function chooseOf(names) {
  const moves = movesOf(here());
  const buttons = names.map((text) => element("button", { type: "button", onclick: () => chosen(moves.find((each) => each.move === text)) }, text));
  $("choose").replaceChildren("Which? ", ...buttons);
  $("choose").hidden = false;
  buttons[0].focus();
}

function standing(n) {
  const known = worth(n);
  if (isOver(n)) return `play is over: ${known ? known.words : ""}`;
  return table.lines[linesOf(n).at(-1)];
}

function show(said = "") {
  clearTimeout(waiting);
  const n = here();
  $("choose").hidden = true;
  $("why-part").hidden = true;
  draw(n);
  const known = $("values").checked && !isOver(n) ? ` Value: ${inWords(worth(n))}.` : "";
  const now = standing(n);
  $("value").textContent = `${now[0].toUpperCase()}${now.slice(1)}.${known}`;
  $("said").textContent = said;
  $("first").disabled = game.at === 0;
  $("back").disabled = beforeLast() === null;
  $("forward").disabled = game.at === game.moves.length;
  $("hint").disabled = $("perfect").disabled = isOver(n);
  showLegend(n);
  showLine();
  showMoves(n);
  showCurve();
  $("move").value = "";
  reply(n);
}

function showLegend(n) {
  const shown = $("values").checked && !isOver(n) && movesOf(n).some((each) => each.after);
  const plies = movesOf(n).some((each) => each.after?.plies !== null && each.after) && !table.points ? "; the number: plies to the end" : "";
  const several = [...document.querySelectorAll("#board .worth text")].some((each) => each.textContent.endsWith("\u2026")) ? " \u2026: the best of several moves." : "";
  $("legend").textContent = !shown ? "" : table.points ? `On each move: its value for ${name(n)} under best play. \u2605: best moves.${several}` : `+: ${name(n)} wins, =: draw, \u2212: ${name(n)} loses${plies}. \u2605: best moves.${several}`;
}

function showLine() {
  const rows = game.moves.map((number, at) => {
    const { move } = movesOf(game.positions[at])[number];
    const button = element("button", { class: at < game.at ? "done" : "ahead", "aria-current": at === game.at - 1 ? "step" : null, onclick: () => go(at + 1) }, `${at + 1}. ${move}`);
    return element("li", {}, button);
  });
  $("line").replaceChildren(...(rows.length > 0 ? rows : [element("li", { class: "faint" }, table.after.length > 0 ? `after ${table.after.join(", ")}` : "none yet")]));
  $("line").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

function chip(n, after) {
  const strength = level(n, after);
  return element("span", { class: `chip ${strength > 2 ? "strong" : strength < 2 ? "weak" : "even"}`, "aria-hidden": "true" }, short(n, after));
}

function showMoves(n) {
  const shown = $("values").checked;
  const legal = movesOf(n);
  const different = legal.filter((each, at) => legal.findIndex((other) => other.move === each.move) === at);
  const all = shown ? ranked(n, different) : different;
  const best = starredOf(n);
  const row = (each) => {
    const rated = shown && each.after;
    const told = rated ? [chip(n, each.after), element("small", {}, inWords(each.after, 1))] : shown ? [element("small", {}, "not known")] : [];
    const button = element("button", { class: shown && best.has(each.number) ? "move best" : "move", onclick: () => chosen(each) }, element("b", {}, each.move), ...told);
    return element("li", {}, button, element("button", { class: "ask", "aria-label": `Why ${each.move}?`, onclick: () => because(each) }, "why"));
  };
  const rows = all.slice(0, MANY).map(row);
  if (all.length > MANY) rows.push(element("li", { class: "faint" }, `and ${all.length - MANY} more: click on the board, or type`));
  if (all.length === 0) rows.push(element("li", { class: "faint" }, "none: play is over"));
  $("moves").replaceChildren(...rows);
  $("legal").replaceChildren(...movesOf(n).slice(0, MANY).map((each) => element("option", { value: each.move })));
}

/** The curve tells values, so it is there only where they are shown. */
function showCurve() {
  $("curve").parentElement.hidden = !$("values").checked;
  if (!$("values").checked) return $("curve").replaceChildren();
  const points = game.positions.map((n, at) => {
    const known = worth(n);
    return { at, value: known ? known.value : null, words: inWords(known), move: at ? movesOf(game.positions[at - 1])[game.moves[at - 1]].move : "start" };
  });
  const drawn = drawCurve(points, game.at, table, go);
  const rows = points.map((each) => `${each.at}. ${each.move}: ${each.words}`).join("; ");
  drawn.setAttribute("aria-label", `The value after each move: ${rows}`);
  $("curve").replaceChildren(drawn);
}

/* What is played */

const shellWord = (text) => (/^[\w./=:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command that goes on behind these moves. */
function command(more) {
  const moves = [...table.after, ...game.moves.slice(0, game.at).map((number, at) => movesOf(game.positions[at])[number].move), ...more];
  const settings = table.settings.map((each) => ` --set ${shellWord(each)}`).join("");
  const first = moves.length > 0 ? ` --moves ${shellWord(moves.join(", "))}` : "";
  return `zug play ${shellWord(table.file)}${settings}${first} --format html`;
}

function explain(...parts) {
  $("because").replaceChildren(...parts);
  $("why-part").hidden = false;
}

const paragraph = (...children) => element("p", {}, ...children);

function play(each) {
  if (!each) return;
  const n = here();
  if (each.to === null) {
    $("said").textContent = `The table in this page ends before ${each.move}.`;
    explain(paragraph(`${extent()}; the one after ${each.move} is not among them${each.after ? ` (known of it: ${inWords(each.after)})` : ""}. Another page goes on from there:`), paragraph(element("code", {}, command([each.move]))));
    return;
  }
  game.moves.length = game.at;
  game.positions.length = ++game.at;
  game.moves.push(each.number);
  game.positions.push(each.to);
  show(`${name(n)} played ${each.move}${sides[turnOf(n)] && $("values").checked ? `: ${comment(n, each)}` : ""}.`);
}

/** What a move made of the value, seen from who made it. */
function comment(n, each) {
  const [was, now] = [worth(n), each.after];
  if (!was || !now) return "what it is worth is not known";
  if (was.value !== now.value) return `was ${was.words}, now ${inWords(now)}; the best ${bestOf(n).length === 1 ? "was" : "were"} ${named(bestOf(n))}`;
  const quickest = Math.min(...bestOf(n).map((best) => best.after.plies ?? Infinity));
  if (!table.points && sign(n) * was.value > 0 && now.plies !== null && now.plies > quickest) return `still ${inWords(now)}; ${bestOf(n).find((best) => best.after.plies === quickest).move} was quicker, ${quickest === 0 ? "at once" : `in ${plural(quickest, "ply")}`}`;
  return movesOf(n).every((other) => other.after?.value === was.value) ? `${inWords(now)}; every move was worth that` : `${inWords(now)}, a best move`;
}

/** The program moves, if it is its turn and nobody looks back. */
function reply(n) {
  if (isOver(n) || sides[turnOf(n)] || game.at !== game.moves.length) return;
  const next = perfectOf(n);
  if (!next) {
    $("said").textContent += ` ${name(n)} is played by the page, but no best move is known here: choose one for it.`;
    return;
  }
  if (!sides[0] && !sides[1] && game.positions.filter((each) => each === n).length > REPEATS) {
    $("said").textContent += " Play repeats, and would go on for ever.";
    return;
  }
  const number = here();
  waiting = setTimeout(() => { if (here() === number && game.at === game.moves.length) play(next); }, 500);
}

function go(at) {
  game.at = Math.max(0, Math.min(game.moves.length, at));
  show();
}

/** Where a person moved last, or null; where the page plays both, the position before. */
function beforeLast() {
  let at = game.at - 1;
  while (at >= 0 && !sides[turnOf(game.positions[at])] && (sides[0] || sides[1])) at--;
  return at >= 0 ? at : null;
}

/** Takes moves back until it is a person's turn again. */
function undo() {
  const at = beforeLast();
  if (at === null) return void ($("said").textContent = "There is no move of yours to take back.");
  go(at);
}

/** A move that a person chose; the page alone moves for whom it plays, if it knows how. */
function chosen(each) {
  const n = here();
  if (!each || isOver(n)) return;
  if (sides[turnOf(n)] || !perfectOf(n)) return play(each);
  $("said").textContent = `${name(n)} is played by this page: "Best move" or "Redo" go on from here, and "You play" says whom you play.`;
}

function hint() {
  const n = here();
  const next = perfectOf(n);
  if (!next) return void ($("said").textContent = "No best move is known here.");
  $("said").textContent = `Hint: ${next.move} (${inWords(next.after, 1)}).`;
  const svg = $("board").querySelector("svg");
  svg.querySelector(".hinted")?.remove();
  if (!next.place) return;
  const { kind, at } = next.place;
  const marks = kind === "way" || kind === "line" ? [way(at)] : at.map(([cx, cy]) => svgElement("circle", { cx, cy, r: 21 }));
  svg.append(svgElement("g", { class: "hinted", "aria-hidden": "true" }, ...marks));
}

/** Best play from a move on: the moves, and how that ends. */
function lineAfter(each) {
  const moves = [each.move];
  const seen = new Set([here()]);
  let to = each.to;
  while (to !== null) {
    if (isOver(to)) return [moves, `and play is over: ${worth(to)?.words ?? ""}`];
    if (seen.has(to)) return [moves, "and play repeats"];
    if (moves.length >= LONGEST) return [moves, ".."];
    seen.add(to);
    const next = perfectOf(to);
    if (!next) return [moves, ".. (no best move is known further on)"];
    moves.push(next.move);
    to = next.to;
  }
  return [moves, ".. (the table in this page ends there)"];
}

/** Why a move is worth that, or why the position is. */
function because(each) {
  const n = here();
  if (isOver(n)) return explain(paragraph(`Play is over: ${worth(n)?.words ?? ""}.`));
  const chosen = each ?? perfectOf(n);
  if (!chosen) return explain(paragraph("The value of this position is not known in this page."), ...unknown());
  const [moves, end] = lineAfter(chosen);
  const head = each ? `${each.move}: ${each.after ? inWords(each.after, 1) : "not known"}${verdict(n, each)}.` : `${name(n)} to move: ${inWords(worth(n))}. ${chosen.move} keeps that.`;
  explain(paragraph(head), paragraph(`Best play: ${moves.join(", ")} ${end}.`));
}

function verdict(n, each) {
  const known = worth(n);
  if (!known || !each.after) return "";
  if (each.after.value === known.value) return ", which keeps the value";
  return `; ${named(bestOf(n))} would keep ${known.words}`;
}

const unknown = () => [paragraph("The solver did not prove it in the time that it had when this page was made; more time, or a later position, may do:"), paragraph(element("code", {}, command([])))];

const plain = (text) => text.trim().replace(/\s+/g, " ");

/** The legal move that was typed; letter case does not count where one move alone is meant. */
function typed() {
  const text = plain($("move").value);
  const moves = isOver(here()) ? [] : movesOf(here());
  const alike = moves.filter((each) => plain(each.move).toLowerCase() === text.toLowerCase());
  return moves.find((each) => plain(each.move) === text) ?? (alike.length === 1 ? alike[0] : null);
}

function notLegal() {
  if (isOver(here())) return explain(paragraph("Play is over: there are no moves any more."));
  const text = plain($("move").value);
  const moves = movesOf(here());
  const file = `zug why ${command([]).slice("zug play ".length, -" --format html".length)} move ${shellWord(text)}`;
  const elsewhere = table.moves.some(([move]) => plain(move).toLowerCase() === text.toLowerCase());
  explain(paragraph(`${text} is not among the ${plural(moves.length, "legal move")} here${elsewhere ? ", though it is a move of this game" : ", and no move of this page reads like that"}. Which part of the rules forbids it is told by:`), paragraph(element("code", {}, file)));
}

function submitted(ask) {
  if (plain($("move").value) === "") return ask ? because(null) : undefined;
  const each = typed();
  if (!each) return notLegal();
  return ask ? because(each) : chosen(each);
}

/* The whole */

function onKey(event) {
  if (event.target.closest?.("input:not([type=checkbox]), select, textarea, pre") || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowLeft: undo, ArrowRight: () => go(game.at + 1), Home: () => go(0), End: () => go(game.moves.length) };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

async function main() {
  table = await unpacked($("table").textContent);
  graph = indexed(table);
  sides = table.sides;
  $("values").checked = table.hints;
  $("about").textContent = about();
  const chosen = String(sides);
  const choices = [["true,false", table.players[0]], ["false,true", table.players[1]], ["true,true", "both"], ["false,false", "none"]];
  $("side").replaceChildren(...choices.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
  $("side").onchange = () => { sides = $("side").value.split(",").map((each) => each === "true"); show(); };
  $("values").onchange = () => show();
  $("first").onclick = () => go(0);
  $("back").onclick = undo;
  $("forward").onclick = () => go(game.at + 1);
  $("hint").onclick = hint;
  $("perfect").onclick = () => { const next = perfectOf(here()); if (next) play(next); else hint(); };
  $("why").onclick = () => submitted(true);
  $("typed").onsubmit = (event) => { event.preventDefault(); submitted(false); };
  addEventListener("keydown", onKey);
  show();
  document.documentElement.dataset.ready = "yes";
}

main().catch((error) => { $("about").textContent = `This page cannot be read here: ${error.message}`; });
