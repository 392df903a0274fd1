// What a move is worth to who makes it, as a sign and a number: on the board, and in the list of moves.

const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "\u2212"));

/** A sign and a number, for who moves. */
function short(n, after) {
  const mine = sign(n) * after.value;
  if (table.points) return mine === 0 ? "=" : signed(mine);
  const plies = after.plies === null ? "" : after.plies + 1;
  return mine > 0 ? `+${plies}` : mine < 0 ? `\u2212${plies}` : "=";
}

/** How much a value stands out among those of the position, from 0 to 4, as in pictures. */
function level(n, after) {
  const mine = sign(n) * after.value;
  if (!table.points) return mine > 0 ? 4 : mine < 0 ? 0 : 2;
  const all = movesOf(n).filter((each) => each.after).map((each) => sign(n) * each.after.value);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most ? (mine > 0 ? 4 : mine < 0 ? 0 : 2) : Math.round((4 * (mine - least)) / (most - least));
}

/** Some moves, the best for who makes them first: the greater value, the sooner win, the later loss; what is not known comes last. */
function ranked(n, moves) {
  const rank = ({ after, number }) => {
    if (!after) return [-Infinity, 0, -number];
    const mine = sign(n) * after.value;
    return [mine, after.plies === null ? 0 : -Math.sign(mine) * after.plies, -number];
  };
  const before = (a, b) => (a > b ? -1 : a < b ? 1 : 0);
  return moves.map((each) => [rank(each), each]).sort(([a], [b]) => before(a[0], b[0]) || before(a[1], b[1]) || before(a[2], b[2])).map(([, each]) => each);
}

/** Half the height of a badge, with the tip that tells good from bad. */
const HALF_HIGH = 12;

/** The right edge and the middle of a badge, moved into the picture. */
function inside(right, low, wide) {
  const box = $("board").querySelector("svg").viewBox.baseVal;
  const within = (value, least, most) => Math.max(least, Math.min(most, value));
  return [within(right, box.x + wide + 1, box.x + box.width - 1), within(low, box.y + HALF_HIGH, box.y + box.height - HALF_HIGH)];
}

/** Where the words of a picture stand. */
function wordsOf(svg) {
  const back = svg.getScreenCTM().inverse();
  return [...svg.querySelectorAll("text")].map((each) => {
    const [{ x, y, width, height }, { e, f }] = [each.getBBox(), back.multiply(each.getScreenCTM())];
    return { x: x + e, y: y + f, width, height };
  });
}

/** A corner of a place where a badge covers no words, the upper right one first. */
function corner(x, y, wide) {
  const words = wordsOf($("board").querySelector("svg"));
  const [aside, free] = [Math.max(24, wide / 2), ([right, low]) => !words.some((box) => box.x < right && right - wide < box.x + box.width && box.y < low + HALF_HIGH && low - HALF_HIGH < box.y + box.height)];
  const near = [-16, 16].flatMap((down) => [[x + aside, y + down], [x - aside + wide, y + down]]);
  const far = [-28, 28].map((down) => [x + wide / 2, y + down]);
  const all = [...near, ...far].map(([right, low]) => inside(right, low, wide));
  return all.find(free) ?? all[0];
}

/** A badge at the upper right of a place, or in the middle of a line: it points up where the move is good, down where it is bad, and tells a best move by a star. */
function badge(n) {
  const best = starredOf(n);
  return ([x, y], moves, place) => {
    const [top] = ranked(n, moves);
    if (!top.after) return null;
    const text = (moves.some((each) => best.has(each.number)) ? "\u2605" : "") + short(n, top.after) + (moves.some((each) => each.after?.value !== top.after.value) ? "\u2026" : "");
    const strength = level(n, top.after);
    const wide = Math.max(15, [...text].reduce((sum, letter) => sum + (/[\d+\u2212=]/.test(letter) ? 6.8 : 11), 5));
    const [right, low] = place.kind === "line" ? inside(x + wide / 2, y, wide) : corner(x, y, wide);
    const [left, middle, up, down] = [right - wide, right - wide / 2, low - 7.5, low + 7.5];
    const mine = sign(n) * top.after.value;
    const corners = [[left, down], [left, up], ...(mine > 0 ? [[middle, up - 4]] : []), [right, up], [right, down], ...(mine < 0 ? [[middle, down + 4]] : [])];
    const label = svgElement("text", { x: middle, y: low + 4, "font-size": 11, "font-weight": 600, "text-anchor": "middle", class: ["on0", "on0", "on2", "on3", "on3"][strength] }, text);
    return svgElement("g", { class: "worth", "aria-hidden": "true" }, svgElement("polygon", { points: corners.map((each) => each.join(",")).join(" "), class: `v${strength}` }), label);
  };
}
