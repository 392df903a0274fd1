// The value of every position of a line, from the side of the player who is named first.

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, LEFT, TOP] = [560, 170, 104, 14];

function made(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** `go` hears of a ply that was clicked. */
export function drawCurve(points, here, { players, points: scored }, go) {
  // What is not known stands on a row of its own below the scale.
  const open = points.some((each) => each.value === null);
  const svg = made("svg", { viewBox: `0 0 ${WIDE} ${open ? HIGH + 18 : HIGH}`, class: "curve", role: "img" });
  svg.append(made("title", {}, `The value after each ply: ${points.map((each) => `${each.move}: ${each.words}`).join("; ")}`));
  const most = Math.max(1, ...points.map((each) => Math.abs(each.value ?? 0)));
  const x = (at) => LEFT + ((WIDE - LEFT - 16) * at) / Math.max(1, points.length - 1);
  const y = (value) => value === null ? HIGH + 6 : TOP + ((HIGH - 2 * TOP) * (most - value)) / (2 * most);
  const name = (text) => (text.length > 9 ? `${text.slice(0, 8)}…` : text);
  const marks = scored ? [[most, `+${most} ${name(players[0])}`], [0, "0"], [-most, `+${most} ${name(players[1])}`]] : [[most, `${name(players[0])} wins`], [0, "draw"], [-most, `${name(players[1])} wins`]];
  for (const [value, text] of marks) {
    svg.append(made("line", { x1: LEFT, x2: WIDE - 8, y1: y(value), y2: y(value), class: "grid" }));
    svg.append(made("text", { x: LEFT - 10, y: y(value) + 4, "text-anchor": "end" }, text));
  }
  if (open) svg.append(made("text", { x: LEFT - 10, y: y(null) + 4, "text-anchor": "end" }, "not known"));
  let [path, goes] = ["", false];
  for (const { at, value } of points) {
    if (value !== null) path += goes ? ` H ${x(at)} V ${y(value)}` : ` M ${x(at)} ${y(value)}`;
    goes = value !== null;
  }
  if (path) svg.append(made("path", { d: path, class: "values" }));
  for (const { at, value, words, move } of points) {
    const dot = made("circle", { cx: x(at), cy: y(value), r: at === here ? 7 : 4.5, class: value === null ? "unknown" : at === here ? "here" : "dot" });
    dot.append(made("title", {}, `${at}. ${move}: ${words}`));
    dot.addEventListener("click", () => go(at));
    svg.append(dot);
  }
  return svg;
}
