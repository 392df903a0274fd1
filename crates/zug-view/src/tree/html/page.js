"use strict";
// Steps through recorded searches. Everything shown was computed when the page was made: this only says how far.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const searches = data.searches;
let search = searches.find((each) => each.name === data.chosen) || searches[0];
let step = 0;
let running = null;
let follow = true;
const views = {};

const CODE = {
  minimax: [
    ["enter", "value(position)"],
    ["over", "  if play is over: return its value"],
    ["loop", "  for each move:"],
    ["back", "    best = better(best, value(after move))"],
    ["leave", "  return best"],
  ],
  alphabeta: [
    ["enter", "value(position, alpha, beta)"],
    ["over", "  if play is over: return its value"],
    ["loop", "  for each move:"],
    ["back", "    v = value(after move, alpha, beta)\n    MAX: alpha = max(alpha, v)\n    MIN: beta = min(beta, v)"],
    ["cut", "    if alpha >= beta: stop, the rest is cut"],
    ["leave", "  return best"],
  ],
  memo: [
    ["enter", "value(position, alpha, beta)"],
    ["memo", "  if the memo's interval answers: return it"],
    ["over", "  if play is over: return its value"],
    ["narrow", "  narrow the window to the memo's"],
    ["loop", "  for each move:"],
    ["back", "    v = value(after move, alpha, beta)\n    MAX: alpha = max(alpha, v)\n    MIN: beta = min(beta, v)"],
    ["cut", "    if alpha >= beta: stop, the rest is cut"],
    ["leave", "  memo keeps the value, or a bound\n  return best"],
  ],
};

// What is known after so many steps.
function state(until) {
  const status = new Map();
  const best = new Map();
  const windows = new Map();
  const cuts = new Set();
  const stack = [];
  for (let at = 0; at <= until && at < search.steps.length; at++) {
    const [kind, node, number, value] = search.steps[at][0];
    const told = search.nodes[node];
    if (kind === "enter") {
      status.set(node, "open");
      windows.set(node, told.window);
      stack.push(node);
    } else if (kind === "over" || kind === "memo") {
      best.set(node, told.value);
    } else if (kind === "narrow") {
      const [a, b] = windows.get(node);
      const { low, high } = told.narrowed;
      windows.set(node, [a === null || (low !== null && low > a) ? low : a, b === null || (high !== null && high < b) ? high : b]);
    } else if (kind === "back") {
      const old = best.get(node);
      const better = told.level === "MAX" ? Math.max : Math.min;
      best.set(node, old === undefined ? value : better(old, value));
      windows.set(node, told.windows_after[number]);
    } else if (kind === "cut") {
      cuts.add(node);
    } else if (kind === "leave") {
      status.set(node, "done");
      best.set(node, told.value);
      if (at < until) stack.pop();
    }
  }
  return { status, best, windows, cuts, stack };
}

const minus = (value) => String(value).replace("-", "\u2212");
const open = (value, side) => (value === null ? (side ? "\u221e" : "\u2212\u221e") : minus(value));

function render() {
  const last = search.steps.length - 1;
  step = Math.max(0, Math.min(step, last));
  const [[kind, node], said] = search.steps[step];
  const now = state(step);
  byId("said").textContent = said;
  byId("count").textContent = `step ${step + 1} of ${last + 1}`;
  const slider = byId("slider");
  slider.max = last;
  slider.value = step;
  slider.setAttribute("aria-valuetext", `step ${step + 1} of ${last + 1}: ${said}`);
  byId("back").disabled = byId("first").disabled = step === 0;
  byId("forward").disabled = byId("last").disabled = step === last;
  byId("board").textContent = search.nodes[node].board || "";
  paint(now, node);
  renderStack(now);
  for (const line of byId("code").children) {
    const here = line.dataset.kind === kind;
    if (here) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
  if (follow) keepInSight(search.nodes[node].shown);
}

function paint(now, current) {
  const svg = byId(`tree-${search.name}`);
  const shown = search.nodes[current].shown;
  for (const group of svg.querySelectorAll("[data-node]")) {
    const node = Number(group.dataset.node);
    const told = search.nodes[node];
    const unseen = told.fate === "unseen";
    const reached = unseen ? cutAbove(node, now) : now.status.has(node);
    group.classList.toggle("future", !reached);
    group.classList.toggle("open", now.status.get(node) === "open");
    group.classList.toggle("now", node === shown);
    const text = group.querySelector(".value");
    if (text.dataset.last === undefined) text.dataset.last = text.textContent;
    if (!unseen) {
      const best = now.best.get(node);
      text.textContent = now.status.get(node) === "done" ? text.dataset.last : best === undefined ? "" : minus(best);
    }
    for (const why of group.querySelectorAll(".why")) why.classList.toggle("hide", !reached);
  }
  for (const branch of svg.querySelectorAll("[data-branch]")) {
    const node = Number(branch.dataset.branch);
    const told = search.nodes[node];
    const reached = told.fate === "unseen" ? cutAbove(node, now) : now.status.has(node);
    branch.classList.toggle("future", !reached);
    const strike = branch.nextElementSibling;
    if (strike && strike.classList.contains("strike")) strike.classList.toggle("hide", !reached);
  }
}

function cutAbove(node, now) {
  for (let at = search.nodes[node].parent; at !== null; at = search.nodes[at].parent) {
    if (now.cuts.has(at)) return true;
    if (search.nodes[at].fate !== "unseen") return false;
  }
  return false;
}

function renderStack(now) {
  const body = byId("stack").tBodies[0];
  body.replaceChildren();
  const plain = search.name === "minimax";
  for (const node of now.stack) {
    const told = search.nodes[node];
    const [alpha, beta] = now.windows.get(node) || [null, null];
    const best = now.best.get(node);
    const cells = [told.move || "start", `${told.level} ${told.mover}`, plain ? "" : open(alpha, false), plain ? "" : open(beta, true), best === undefined ? "" : minus(best)];
    if (told.moves === 0) cells[1] = "over";
    const row = body.insertRow();
    cells.forEach((cell, at) => {
      const place = row.insertCell();
      place.textContent = cell;
      if (at > 1) place.className = "number";
    });
  }
}

function choose(name) {
  byId(`tree-${search.name}`).setAttribute("hidden", "");
  search = searches.find((each) => each.name === name);
  byId(`tree-${search.name}`).removeAttribute("hidden");
  const lines = CODE[search.name].map(([kind, text]) => {
    const line = document.createElement("li");
    line.dataset.kind = kind;
    line.textContent = text;
    return line;
  });
  byId("code").replaceChildren(...lines);
  if (!views[name]) fit();
  render();
}

function go(to) {
  step = to;
  render();
}

function run() {
  if (running) {
    clearInterval(running);
    running = null;
  } else {
    if (step >= search.steps.length - 1) step = 0;
    running = setInterval(() => {
      if (step >= search.steps.length - 1) run();
      else go(step + 1);
    }, 700);
  }
  byId("play").textContent = running ? "Stop" : "Run";
  byId("play").setAttribute("aria-label", running ? "Stop" : "Run");
}

// Zoom and pan: a view is the part of the drawing that is seen, in its own pixels.
function drawing() {
  const svg = byId(`tree-${search.name}`);
  return { svg, width: Number(svg.dataset.width), height: Number(svg.dataset.height) };
}

function look() {
  const view = views[search.name];
  drawing().svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
}

function fit() {
  const { width, height } = drawing();
  const box = byId("stage").getBoundingClientRect();
  const least = Math.max(width / box.width, height / box.height, 0.55);
  const [w, h] = [box.width * least, box.height * least];
  views[search.name] = { x: (width - w) / 2, y: h > height ? Math.min(0, (height - h) / 2) : 0, w, h };
  look();
}

function zoom(by, px, py) {
  const view = views[search.name];
  const x = view.x + view.w * px;
  const y = view.y + view.h * py;
  view.w *= by;
  view.h *= by;
  view.x = x - view.w * px;
  view.y = y - view.h * py;
  look();
}

// Where letters would be too small to read, the view goes near and moves with the search.
function keepInSight(node) {
  const box = byId("stage").getBoundingClientRect();
  const view = views[search.name];
  const { svg, width, height } = drawing();
  const group = svg.querySelector(`[data-node="${node}"] rect`);
  if (!group || (width / box.width < 1.35 && height / box.height < 1.35)) return;
  const scale = Math.min(view.w / box.width, 1.1);
  const [cx, cy] = [Number(group.getAttribute("x")) + Number(group.getAttribute("width")) / 2, Number(group.getAttribute("y")) + 13];
  const [w, h] = [box.width * scale, box.height * scale];
  const inside = Math.abs(cx - view.x - view.w / 2) < view.w * 0.36 && Math.abs(cy - view.y - view.h / 2) < view.h * 0.36;
  if (inside && w === view.w) return;
  const clamp = (middle, part, whole) => (whole < part ? (whole - part) / 2 : Math.max(-20, Math.min(middle - part / 2, whole - part + 20)));
  views[search.name] = { x: clamp(cx, w, width), y: clamp(cy, h, height), w, h };
  look();
}

function setFollow(on) {
  follow = on;
  byId("zoom-now").setAttribute("aria-pressed", String(on));
  if (on) render();
}

const stage = byId("stage");
stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = stage.getBoundingClientRect();
  setFollow(false);
  zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
}, { passive: false });
let drag = null;
stage.addEventListener("pointerdown", (event) => {
  drag = { x: event.clientX, y: event.clientY, moved: false, target: event.target };
});
window.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const box = stage.getBoundingClientRect();
  const view = views[search.name];
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
  if (!drag.moved) setFollow(false);
  view.x -= dx / box.width * view.w;
  view.y -= dy / box.height * view.h;
  drag = { ...drag, x: event.clientX, y: event.clientY, moved: true };
  look();
});
// A click on a node goes to where the search first comes to it.
window.addEventListener("pointerup", () => {
  const group = drag && !drag.moved && drag.target.closest && drag.target.closest("[data-node]");
  drag = null;
  if (!group) return;
  const node = Number(group.dataset.node);
  const at = search.steps.findIndex(([[kind, where]]) => kind === "enter" && where === node);
  if (at >= 0) go(at);
});

byId("first").onclick = () => go(0);
byId("back").onclick = () => go(step - 1);
byId("forward").onclick = () => go(step + 1);
byId("last").onclick = () => go(search.steps.length - 1);
byId("play").onclick = run;
byId("slider").oninput = (event) => go(Number(event.target.value));
byId("zoom-in").onclick = () => { setFollow(false); zoom(1 / 1.25, 0.5, 0.5); };
byId("zoom-out").onclick = () => { setFollow(false); zoom(1.25, 0.5, 0.5); };
byId("zoom-fit").onclick = () => { setFollow(false); fit(); };
byId("zoom-now").onclick = () => setFollow(!follow);
byId("theme").onclick = () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const tag = event.target.tagName;
  if (tag === "INPUT" && event.key.startsWith("Arrow") && event.target.type === "radio") return;
  const last = search.steps.length - 1;
  const keys = {
    ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(last),
    PageDown: () => go(step + 10), PageUp: () => go(step - 10),
    "+": () => byId("zoom-in").click(), "-": () => byId("zoom-out").click(), 0: () => byId("zoom-fit").click(),
  };
  if (event.key === " " && tag !== "BUTTON" && tag !== "INPUT") keys[" "] = run;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
window.addEventListener("resize", () => { fit(); render(); });

const rows = byId("compare").tBodies[0];
for (const each of searches) {
  const row = rows.insertRow();
  const head = document.createElement("th");
  head.scope = "row";
  const label = document.createElement("label");
  const radio = document.createElement("input");
  Object.assign(radio, { type: "radio", name: "search", value: each.name, id: `choose-${each.name}`, checked: each === search });
  radio.onchange = () => { step = 0; choose(each.name); };
  label.append(radio, each.label);
  head.append(label);
  row.append(head);
  for (const cell of [each.counts.looked_at, each.counts.cuts, each.counts.memo_hits, each.points]) {
    const place = row.insertCell();
    place.className = "number";
    place.textContent = minus(cell);
  }
}
choose(search.name);
