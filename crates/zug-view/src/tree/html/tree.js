// Draws the part of the tree that is unfolded. It is laid out anew only when other nodes are to be seen; a step alone changes classes and words.
const LETTER = 7;
const HALF = 13;
const WIDEST = 1200;
const SMALL = 70;
const SVG = byId("tree").namespaceURI;
let drawn = { key: "", nodes: [], at: new Map(), down: true, width: 1, height: 1 };

const svgElement = (name, attributes, text) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
};
const widthOf = (text) => [...text].length * LETTER;

function isUnfolded(node, now, open) {
  const chosen = search.unfolded.get(node);
  if (chosen !== undefined) return chosen;
  return search.nodes.length <= SMALL || open.has(node) || (data.depth !== null && search.nodes[node].ply < data.depth && search.nodes.length <= 300);
}

// The nodes to be drawn, parents before children, and of each the indexes of its children.
function seen(now) {
  const open = new Set([...now.stack, ...bestLine(now)]);
  const nodes = [0];
  const children = [];
  for (let at = 0; at < nodes.length; at++) {
    const told = search.nodes[nodes[at]];
    const hidden = predicting && !isReached(nodes[at], now);
    const below = hidden || !isUnfolded(nodes[at], now, open) ? [] : told.children;
    children.push(below.map((child) => nodes.push(child) - 1));
  }
  return { nodes, children };
}

function valueText(node) {
  const { fate, value, memo } = search.nodes[node];
  if (value === null) return "";
  if (fate === "remembered" && memo.low !== memo.high) {
    if (memo.high === null) return `\u2265${minus(memo.low)}`;
    return memo.low === null ? `\u2264${minus(memo.high)}` : `${minus(memo.low)}..${minus(memo.high)}`;
  }
  const sign = { at_most: "\u2264", at_least: "\u2265" }[search.nodes[node].bound] || "";
  return sign + minus(value) + (fate === "horizon" ? "?" : "");
}

const boxWidth = (node) => Math.max(28, widthOf(valueText(node)) + 16);
const historyOf = (all, side) => all.filter((each, at) => at === 0 || each !== all[at - 1]).map((each) => bound(each, side)).join(" \u2192 ");

// What is written at a node when it is done: how each bound went, and what the memo said.
function notesDone(node) {
  const told = search.nodes[node];
  const notes = [];
  if (told.moves_again) notes.push(`${told.mover} again`);
  if (!plain() && told.window && told.fate !== "over" && told.fate !== "horizon") {
    const all = [told.window, ...told.windows_after];
    const [alphas, betas] = [0, 1].map((side) => historyOf(all.map((each) => each[side]), side));
    if (alphas !== "\u2212\u221e") notes.push(`\u03b1 ${alphas}`);
    if (betas !== "\u221e") notes.push(`\u03b2 ${betas}`);
  }
  if (told.fate === "remembered") notes.push("from the memo");
  return notes;
}

// What is written at a node while its moves are looked at: alpha and beta as they are now.
function notesOpen(node, now) {
  const told = search.nodes[node];
  const notes = told.moves_again ? [`${told.mover} again`] : [];
  if (plain() || told.moves === 0) return notes;
  const [alpha, beta] = now.windows.get(node);
  return [...notes, `\u03b1 ${bound(alpha, 0)}`, `\u03b2 ${bound(beta, 1)}`];
}

function cutNote(node) {
  const parent = search.nodes[node].parent;
  const cut = search.nodes[node].fate === "unseen" && parent !== null && search.nodes[parent].cut;
  return cut ? `cut: ${minus(cut.value)} ${cut.bound === "alpha" ? "\u2264 \u03b1" : "\u2265 \u03b2"} = ${bound(cut.limit, 0)}` : "";
}

function layOut(nodes, children) {
  const across = place(children, nodes.map((node, at) => downWidth(node, children[at].length > 0)));
  const widest = Math.max(...across.map((x, at) => x + downWidth(nodes[at], false) / 2));
  const levels = Math.max(...nodes.map((node) => search.nodes[node].ply)) + 1;
  const margin = 24 + Math.max(28, ...data.players.map(widthOf));
  if (widest <= WIDEST) {
    const at = new Map(nodes.map((node, i) => [node, [across[i] + margin, 46 + 96 * search.nodes[node].ply]]));
    return { at, down: true, width: widest + margin + 30, height: 46 + 96 * (levels - 1) + 84, columns: null };
  }
  // Nothing stands to the left of the root: its notes go there, away from its branches.
  const columns = [46 + Math.max(0, notesWidth(0) - boxWidth(0))];
  for (let ply = 0; ply < levels; ply++) {
    const level = nodes.filter((node) => search.nodes[node].ply === ply);
    const next = nodes.filter((node) => search.nodes[node].ply === ply + 1);
    const box = Math.max(...level.map(boxWidth));
    const label = Math.max(0, ...next.map((node) => widthOf(search.nodes[node].move)));
    const notes = Math.max(0, ...level.map(notesWidth));
    columns.push(columns[ply] + Math.max(box + 60 + label + 20, notes + 30, 130));
  }
  const rows = place(children, nodes.map((node) => (notesWidth(node) ? 46 : 34)));
  const at = new Map(nodes.map((node, i) => [node, [columns[search.nodes[node].ply], rows[i] + 44]]));
  return { at, down: false, width: columns[levels], height: Math.max(...rows) + 100, columns };
}

const notesWidth = (node) => widthOf([...notesDone(node), cutNote(node)].filter(Boolean).join("  "));

function downWidth(node, inner) {
  const notes = Math.max(0, ...[...notesDone(node), cutNote(node), plain() ? "" : "\u03b1 \u2212\u221e"].map(widthOf)) * 0.9;
  const beside = boxWidth(node) + (inner && notes ? 2 * notes + 12 : 0);
  return Math.max(beside, widthOf(search.nodes[node].move), notes) + 14;
}

function draw(now) {
  const { nodes, children } = seen(now);
  const key = `${search.name} ${nodes.join(" ")}`;
  if (key === drawn.key) return false;
  const focused = document.activeElement && document.activeElement.closest && document.activeElement.closest("[data-focus]");
  const layout = layOut(nodes, children);
  drawn = { key, nodes, ...layout };
  const scene = svgElement("g", { class: "scene" });
  scene.append(...levelNames(nodes), ...nodes.slice(1).map(branch), ...links(nodes), ...nodes.flatMap(nodeGroups));
  byId("tree").replaceChildren(scene);
  if (focused) {
    const again = byId("tree").querySelector(`[data-focus="${focused.dataset.focus}"]`);
    (again || byId("stage")).focus({ preventScroll: true });
  }
  return true;
}

// Names the player of each level where all its positions have the same one.
function levelNames(nodes) {
  const names = [];
  for (let ply = 0; ; ply++) {
    const level = nodes.filter((node) => search.nodes[node].ply === ply);
    if (!level.length) return names;
    const playing = level.map((node) => search.nodes[node]).filter((told) => told.moves > 0 || told.fate === "horizon");
    if (!playing.length || playing.some((told) => told.mover !== playing[0].mover)) continue;
    const [x, y] = drawn.down ? [16, drawn.at.get(playing[0].id)[1] - 2] : [drawn.columns[ply] - 14, 16];
    const text = svgElement("text", { class: "level", x, y });
    text.append(svgElement("tspan", {}, playing[0].level), svgElement("tspan", { class: "who", x, dy: 14 }, playing[0].mover));
    names.push(text);
  }
}

// A branch from the edge of a node to the edge of the next, with its move, and two strokes for where it is cut.
function branch(node) {
  const told = search.nodes[node];
  const [x, y] = drawn.at.get(node);
  const [px, py] = drawn.at.get(told.parent);
  const half = boxWidth(node) / 2;
  const bend = x - half - widthOf(told.move) - 14;
  const start = px + boxWidth(told.parent) / 2;
  const path = drawn.down ? `M${px} ${py + HALF} L${x} ${y - HALF}` : `M${start} ${py} C${(start + bend) / 2} ${py} ${(start + bend) / 2} ${y} ${bend} ${y} L${x - half} ${y}`;
  const group = svgElement("g", { class: "branch", "data-branch": node, "aria-hidden": "true" });
  const place = drawn.down ? { x, y: y - HALF - 9, "text-anchor": "middle" } : { x: x - half - 6, y: y - 4, "text-anchor": "end" };
  const [sx, sy] = drawn.down ? [(x + px) / 2, (y + py) / 2 - 8] : [bend - 4, y];
  group.append(svgElement("path", { class: "edge", d: path }), svgElement("text", place, told.move));
  if (cutNote(node)) group.append(svgElement("path", { class: "strike", d: `M${sx - 5} ${sy + 2} l10 -7 M${sx - 5} ${sy + 7} l10 -7` }));
  return group;
}

// From the edge of a position that the memo knew to the edge of where it was first solved.
function links(nodes) {
  return nodes.filter((node) => search.nodes[node].memo && drawn.at.has(search.nodes[node].memo.at)).map((node) => {
    const there = search.nodes[node].memo.at;
    const [[x, y], [tx, ty]] = [drawn.at.get(node), drawn.at.get(there)];
    const side = drawn.down ? 0 : 1;
    const from = [x + side * boxWidth(node) / 2, y + (1 - side) * HALF];
    const to = [tx + side * boxWidth(there) / 2, ty + (1 - side) * HALF];
    const over = drawn.down ? [(x + tx) / 2, Math.max(y, ty) + 60] : [Math.max(x, tx) + 70, (y + ty) / 2];
    return svgElement("path", { class: "link", "data-link": node, d: `M${from.join(" ")} Q${over.join(" ")} ${to.join(" ")}`, "aria-hidden": "true" });
  });
}

function nodeGroups(node) {
  const told = search.nodes[node];
  const [x, y] = drawn.at.get(node);
  const width = boxWidth(node);
  const over = told.moves === 0 && told.fate !== "horizon";
  const round = told.level === "MIN" && !over ? HALF : 3;
  const group = svgElement("g", { class: `node ${over ? "leaf" : told.fate}`, "data-node": node, "data-focus": `n${node}`, role: "button", tabindex: 0 });
  group.append(svgElement("rect", { x: x - width / 2, y: y - HALF, width, height: 2 * HALF, rx: round }));
  group.append(svgElement("text", { class: "value", x, y: y + 5, "text-anchor": "middle" }));
  group.append(svgElement("g", { class: "notes" }));
  return told.children.length && search.nodes.length > SMALL ? [group, handle(node)] : [group];
}

// What folds and unfolds the moves below a node.
function handle(node) {
  const [x, y] = drawn.at.get(node);
  const open = search.nodes[node].children.some((child) => drawn.at.has(child));
  const label = open ? "\u2212" : `+${search.nodes[node].below}`;
  const width = Math.max(16, widthOf(label) + 6);
  const [cx, cy] = drawn.down ? [x, y + HALF + 9] : [x + boxWidth(node) / 2 + width / 2 + 1, y];
  const words = `${open ? "Fold" : "Unfold"} the ${search.nodes[node].below} positions after ${search.nodes[node].move || "the first position"}`;
  const group = svgElement("g", { class: "handle", "data-handle": node, "data-focus": `h${node}`, role: "button", tabindex: 0, "aria-expanded": open, "aria-label": words });
  group.append(svgElement("rect", { x: cx - width / 2, y: cy - 8, width, height: 16, rx: 8 }), svgElement("text", { x: cx, y: cy + 4, "text-anchor": "middle" }, label));
  return group;
}

function fold(node) {
  const open = search.nodes[node].children.some((child) => drawn.at.has(child));
  search.unfolded.set(node, !open);
  render();
}

// What of the drawing is past, present and future.
function paint(now, current) {
  // While something is asked for, the line that would tell it is not drawn.
  const best = new Set(asking ? [] : bestLine(now));
  const path = new Set(now.stack);
  for (const group of byId("tree").querySelectorAll("[data-node]")) paintNode(group, Number(group.dataset.node), now, current);
  for (const group of byId("tree").querySelectorAll("[data-branch]")) {
    const node = Number(group.dataset.branch);
    const reached = isReached(node, now);
    group.classList.toggle("future", !reached);
    group.classList.toggle("unseen", reached && search.nodes[node].fate === "unseen");
    group.classList.toggle("best", best.has(node));
    group.classList.toggle("path", path.has(node));
    const strike = group.querySelector(".strike");
    if (strike) strike.classList.toggle("hide", !reached);
  }
  for (const link of byId("tree").querySelectorAll("[data-link]")) link.classList.toggle("hide", !now.best.has(Number(link.dataset.link)));
  for (const group of byId("tree").querySelectorAll("[data-handle]")) group.classList.toggle("hide", !now.status.has(Number(group.dataset.handle)));
}

function paintNode(group, node, now, current) {
  const told = search.nodes[node];
  const status = now.status.get(node);
  const reached = isReached(node, now);
  const unseen = told.fate === "unseen" && reached;
  for (const [name, on] of Object.entries({ future: !reached, unseen, open: status === "open", now: node === current })) group.classList.toggle(name, on);
  const asked = isAsked(node);
  const value = asked ? "" : status === "done" || unseen ? valueText(node) : now.best.has(node) ? minus(now.best.get(node)) : "";
  const notes = asked ? [] : unseen ? [cutNote(node)].filter(Boolean) : status === "done" ? notesDone(node) : status === "open" ? notesOpen(node, now) : [];
  group.querySelector(".value").textContent = value && notes.length ? `${value} ` : value;
  writeNotes(group.querySelector(".notes"), node, notes, unseen ? "why" : "note");
  group.setAttribute("aria-label", named(node, reached, status, value, notes));
  if (node === current) group.setAttribute("aria-current", "step");
  else group.removeAttribute("aria-current");
}

function named(node, reached, status, value, notes) {
  const told = search.nodes[node];
  const where = told.move || "the first position";
  const who = told.moves === 0 && reached ? "play is over" : `${told.level} ${told.mover}`;
  const how = !reached ? "not reached yet" : told.fate === "unseen" ? "never looked at" : status === "open" ? "being looked at" : "done";
  // What is seen stands at the end as it is seen: whoever speaks to the page says that.
  return [where, who, how, [value && `value ${value}`, ...notes].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

function writeNotes(place, node, notes, kind) {
  const [x, y] = drawn.at.get(node);
  const inner = search.nodes[node].children.some((child) => drawn.at.has(child));
  const half = boxWidth(node) / 2;
  const handled = drawn.down && search.nodes.length > SMALL && search.nodes[node].children.length > 0 ? 16 : 0;
  // Nothing stands above the root: its notes go upwards, away from its branches.
  const raised = node === 0 ? 13 * notes.length - 19 : 0;
  if (!drawn.down) {
    const text = notes.join(" ");
    place.replaceChildren(...(text ? [svgElement("text", { class: kind, ...(node === 0 ? { x: x + half, "text-anchor": "end" } : { x: x - half }), y: y + HALF + 12 }, text)] : []));
    return;
  }
  place.replaceChildren(...notes.map((note, line) => svgElement("text", inner
    ? { class: kind, x: x + half + 6, y: y - 1 - raised + 13 * line }
    : { class: kind, x, y: y + HALF + 13 + handled + 13 * line, "text-anchor": "middle" }, line + 1 < notes.length ? `${note} ` : note)));
}
