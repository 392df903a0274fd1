// The picture of a position, and over it the places where moves are made: to click, to touch, to drag, or to choose with the keyboard.
// A page that `zug play --format html` writes has this file in it too.

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 23;
const key = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The steps of a move: each is a choice of one of some places. A line is clicked in its middle. */
function steps({ kind, at }) {
  if (kind === "way") return [[at[0]], [at[1]]];
  if (kind === "line") return [[[(at[0][0] + at[1][0]) / 2, (at[0][1] + at[1][1]) / 2]]];
  return [at];
}

function shape({ kind, at }, point) {
  if (kind !== "line") {
    const circle = document.createElementNS(SVG, "circle");
    for (const [name, value] of [["cx", point[0]], ["cy", point[1]], ["r", RADIUS]]) circle.setAttribute(name, value);
    return circle;
  }
  const line = document.createElementNS(SVG, "line");
  const ends = { x1: at[0][0], y1: at[0][1], x2: at[1][0], y2: at[1][1] };
  for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value);
  return line;
}

/** A move on a place where other moves begin ends there too: so the place is chosen first, for all of them. */
function stayWhereWaysBegin(moves) {
  const starts = new Set(moves.filter((each) => each.steps.length > 1).flatMap((each) => each.steps[0].map(key)));
  for (const { place, steps } of moves) {
    if (place.kind === "cell" && steps.length === 1 && starts.has(key(steps[0][0]))) steps.push(steps[0]);
  }
}

/** A pointer that moves further than this, in pixels, drags. */
const DRAG = 8;

/**
 * Draws into an element. `play` hears of a chosen move, `several` of moves between which a click does not decide; `badge` may make something to be
 * shown at a place for the moves that are made there.
 */
export function drawBoard(element, position, play, several, words, badge = () => null) {
  element.innerHTML = position.svg;
  const svg = element.querySelector("svg");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  // What is inside of an image cannot be chosen by a screen reader.
  svg.setAttribute("role", "group");
  svg.style.maxWidth = `${Math.max(260, svg.viewBox.baseVal.width * 1.35)}px`;
  const placed = position.moves.filter((each) => each.place).map((each) => ({ ...each, steps: steps(each.place) }));
  stayWhereWaysBegin(placed);
  let layer = null;
  let chosen = [];
  let drag = null;

  const fits = (move) => chosen.every((point, at) => move.steps[at]?.some((each) => key(each) === point));

  function show() {
    layer?.remove();
    layer = document.createElementNS(SVG, "g");
    const places = new Map();
    for (const move of placed.filter(fits)) {
      for (const point of move.steps[chosen.length] ?? []) {
        const known = places.get(key(point)) ?? { point, moves: [], place: move.place };
        known.moves.push(move);
        places.set(key(point), known);
      }
    }
    if (chosen.length > 0) layer.append(picked());
    const badges = document.createElementNS(SVG, "g");
    for (const [name, { point, moves, place }] of places) {
      layer.append(target(name, point, moves, place));
      const made = badge(point, moves, place);
      if (made) badges.append(made);
    }
    layer.append(badges);
    svg.append(layer);
  }

  function picked() {
    const [x, y] = chosen.at(-1).split(" ").map(Number);
    const mark = shape({ kind: "cell" }, [x, y]);
    mark.setAttribute("class", "picked");
    mark.addEventListener("click", () => { chosen = []; show(); });
    return mark;
  }

  function target(name, point, moves, place) {
    const mark = shape(place, point);
    mark.setAttribute("class", "target");
    mark.setAttribute("role", "button");
    mark.setAttribute("tabindex", "0");
    const told = moves.length === 1 ? `${moves[0].move}${words(moves[0].move)}` : `${moves.length} moves: ${moves.slice(0, 6).map((each) => each.move).join(", ")}`;
    mark.setAttribute("aria-label", told);
    mark.setAttribute("data-moves", moves.map((each) => each.move).join(";"));
    const title = document.createElementNS(SVG, "title");
    title.textContent = told;
    mark.append(title);
    const choose = () => pick(name, moves);
    mark.addEventListener("click", choose);
    mark.addEventListener("pointerdown", (event) => {
      const starts = moves.every((move) => move.steps.length > chosen.length + 1);
      drag = starts && event.button === 0 ? { x: event.clientX, y: event.clientY, choose } : null;
    });
    mark.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); choose(); }
      if (event.key === "Escape" && chosen.length > 0) { chosen = []; show(); layer.querySelector(".target")?.focus(); }
    });
    return mark;
  }

  function pick(name, moves) {
    const done = moves.filter((move) => move.steps.length === chosen.length + 1);
    if (done.length === 1 && moves.length === 1) return play(done[0].move);
    if (done.length > 0) return several(moves.map((move) => move.move));
    chosen.push(name);
    show();
    const follow = layer.querySelectorAll(".target");
    if (follow.length > 0) follow[0].focus({ preventScroll: true });
  }

  svg.addEventListener("pointermove", (event) => {
    if (!drag?.choose || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
    drag.choose();
    drag.choose = null;
  });
  svg.addEventListener("pointerup", (event) => {
    const dragged = drag && !drag.choose;
    drag = null;
    if (!dragged) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".target");
    if (under && svg.contains(under)) under.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });

  show();
}
