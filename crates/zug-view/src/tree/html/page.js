// What stands around the tree: the sentence, the position, the path, the searches; keys and the address.
let running = null;
let looking = null;
let written = "";

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

// A sentence with minus signs before its numbers; hyphens in the names of moves stay.
const typeset = (text) => text.replace(/(^|[\s(=,])-(?=\d|inf)/g, "$1\u2212");

function render() {
  const last = search.steps.length - 1;
  step = Math.max(0, Math.min(Number.isFinite(step) ? Math.trunc(step) : 0, last));
  const [[kind, node], said] = search.steps[step];
  const now = state(step);
  byId("said").textContent = typeset(said);
  byId("count").textContent = `step ${step + 1} of ${last + 1}`;
  const slider = byId("slider");
  slider.max = last;
  slider.value = step;
  slider.setAttribute("aria-valuetext", `step ${step + 1} of ${last + 1}: ${typeset(said)}`);
  byId("back").disabled = byId("first").disabled = step === 0;
  byId("forward").disabled = byId("last").disabled = step === last;
  const anew = draw(now);
  paint(now, node);
  renderPosition(looking === null ? node : looking, now);
  renderStack(now);
  renderCode(kind);
  renderSearches(step === last);
  if (follow) keepInSight(node);
  else if (anew && !view) fit();
  writeAddress();
}

// How play ended is kept back while it is to be predicted.
function renderPosition(node, now) {
  const picture = data.pictures[search.nodes[node].picture];
  const board = byId("picture-of-position");
  const hidden = predicting && !now.best.has(node) && search.nodes[node].moves === 0;
  const told = !picture ? "" : hidden ? picture.text.replace(/play is over: .*/, "play is over") : picture.text;
  byId("where").textContent = search.nodes[node].move ? `Position after ${search.nodes[node].move}` : "The first position";
  byId("board").textContent = told;
  board.classList.toggle("hidden-outcome", hidden);
  if (!picture) return;
  board.setAttribute("viewBox", picture.box);
  board.style.maxWidth = `${1.25 * Number(picture.box.split(" ")[2])}px`;
  board.setAttribute("aria-label", told);
  board.innerHTML = picture.parts.map((part) => data.elements[part]).join("\n");
}

function renderStack(now) {
  const body = byId("stack").tBodies[0];
  body.replaceChildren();
  for (const node of now.stack) {
    const told = search.nodes[node];
    const [alpha, beta] = now.windows.get(node) || [null, null];
    const best = now.best.get(node);
    const cells = [told.move || "start", `${told.level} ${told.mover}`, plain() ? "" : bound(alpha, 0), plain() ? "" : bound(beta, 1), best === undefined ? "" : minus(best)];
    if (isAsked(node)) cells.splice(2, 3, plain() ? "" : "?", plain() ? "" : "?", "?");
    if (told.moves === 0) cells[1] = told.fate === "horizon" ? "not followed" : "over";
    const row = body.insertRow();
    cells.forEach((cell, at) => {
      const place = row.insertCell();
      place.textContent = cell;
      if (at > 1) place.className = "number";
    });
  }
}

function renderCode(kind) {
  if (byId("code").dataset.search !== search.name) {
    byId("code").replaceChildren(...CODE[search.name].map(([kind, text]) => {
      const line = document.createElement("li");
      line.dataset.kind = kind;
      line.textContent = text;
      return line;
    }));
    byId("code").dataset.search = search.name;
  }
  for (const line of byId("code").children) {
    if (line.dataset.kind === kind) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
}

// While values are to be predicted, the table keeps the last one back.
function renderSearches(over) {
  for (const row of byId("compare").tBodies[0].rows) {
    const place = row.cells[4];
    place.textContent = predicting && !over ? "?" : place.dataset.value;
  }
}

function go(to) {
  step = to;
  looking = null;
  if (asking) forget();
  byId("verdict").textContent = "";
  render();
}

// To where the search first comes to a node; one that it never came to is only shown.
function visit(node) {
  const { entered } = search.nodes[node];
  if (entered !== null) {
    go(entered);
    return;
  }
  looking = node;
  render();
  byId("said").textContent = `The position ${whereIs(node)} was never looked at. ${cutNote(node)}`;
}

function choose(name, at) {
  const found = load(name);
  if (!found) return;
  search = found;
  byId(`choose-${name}`).checked = true;
  byId("tree").setAttribute("aria-label", `The tree of ${found.label}`);
  go(at);
}

function run() {
  if (running) {
    clearInterval(running);
    running = null;
  } else {
    if (step >= search.steps.length - 1) go(0);
    running = setInterval(() => {
      if (step >= search.steps.length - 1 || asking) run();
      else forward();
    }, 700);
  }
  byId("play").textContent = running ? "Stop" : "Run";
  byId("play").setAttribute("aria-label", running ? "Stop" : "Run");
}

// The address of a step: `#step=13&search=memo`, counted from 1 as on the page.
function writeAddress() {
  written = `#step=${step + 1}&search=${search.name}${predicting ? "&predict" : ""}`;
  try {
    history.replaceState(null, "", written);
  } catch {
    // A page within another one may have no address of its own.
  }
}

function readAddress() {
  if (location.hash === written && written) return;
  const asked = new URLSearchParams(location.hash.slice(1));
  predicting = asked.has("predict");
  byId("predict").setAttribute("aria-pressed", String(predicting));
  const wanted = searches.find((each) => each.name === asked.get("search") && each.recorded);
  choose(wanted ? wanted.name : search.name, Number(asked.get("step") || 1) - 1);
}

function listSearches() {
  const rows = byId("compare").tBodies[0];
  for (const each of searches) {
    const row = rows.insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    const label = document.createElement("label");
    const radio = document.createElement("input");
    Object.assign(radio, { type: "radio", name: "search", value: each.name, id: `choose-${each.name}`, checked: each === search, disabled: !each.recorded });
    radio.onchange = () => choose(each.name, 0);
    label.append(radio, each.recorded ? each.label : `${each.label} (too many to step through)`);
    head.append(label);
    row.append(head);
    const counts = each.counts || {};
    for (const cell of [counts.looked_at ?? `> ${data.counted.toLocaleString("en")}`, counts.cuts ?? "", counts.memo_hits ?? "", each.points ?? ""]) {
      const place = row.insertCell();
      place.className = "number";
      place.textContent = minus(typeof cell === "number" ? cell.toLocaleString("en") : cell);
      place.dataset.value = place.textContent;
    }
  }
}

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

byId("first").onclick = () => go(0);
byId("back").onclick = () => go(step - 1);
byId("forward").onclick = forward;
byId("last").onclick = () => go(search.steps.length - 1);
byId("play").onclick = run;
byId("predict").onclick = () => setPredict(!predicting);
byId("slider").oninput = (event) => go(Number(event.target.value));
byId("zoom-in").onclick = () => { setFollow(false); zoom(1 / 1.25, 0.5, 0.5); };
byId("zoom-out").onclick = () => { setFollow(false); zoom(1.25, 0.5, 0.5); };
byId("zoom-fit").onclick = () => { setFollow(false); fit(); };
byId("zoom-now").onclick = () => setFollow(!follow);
byId("theme").onclick = () => { document.documentElement.dataset.theme = dark() ? "light" : "dark"; };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const tag = event.target.tagName;
  if (tag === "SELECT" || (tag === "INPUT" && event.target.type === "number")) return;
  if (tag === "INPUT" && event.key.startsWith("Arrow") && event.target.type === "radio") return;
  const last = search.steps.length - 1;
  const keys = {
    ArrowRight: forward, ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(last),
    PageDown: () => go(step + 10), PageUp: () => go(step - 10),
    "+": () => byId("zoom-in").click(), "-": () => byId("zoom-out").click(), 0: () => byId("zoom-fit").click(),
  };
  if (event.key === " " && tag !== "BUTTON" && tag !== "INPUT" && tag !== "SUMMARY") keys[" "] = run;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
window.addEventListener("resize", () => { fit(); render(); });
window.addEventListener("hashchange", readAddress);

byId("about").textContent = typeset(byId("about").textContent);
listSearches();
readAddress();
