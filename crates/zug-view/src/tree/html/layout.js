// Places the nodes of a tree: as narrow as it can be, symmetric, nothing overlapping (Kennedy 1996; `layout.rs` has the same method).
// `children` are lists of indexes, parents before children; `widths` are whole widths. Gives the middle of each node, the leftmost edge at 0.
function place(children, widths) {
  const shifts = children.map(() => 0);
  const outlines = children.map(() => []);
  for (let node = children.length - 1; node >= 0; node--) {
    const below = children[node].map((child) => outlines[child]);
    const places = sideBySide(below);
    const outline = [];
    children[node].forEach((child, at) => {
      shifts[child] = places[at];
      joinOutline(outline, below[at], places[at]);
    });
    outline.unshift([-widths[node] / 2, widths[node] / 2]);
    outlines[node] = outline;
  }
  const places = children.map(() => 0);
  places[0] = -Math.min(...outlines[0].map((edges) => edges[0]));
  children.forEach((all, node) => all.forEach((child) => { places[child] = places[node] + shifts[child]; }));
  return places;
}

// The middle between pushing everything to the left and everything to the right, the parent at 0.
function sideBySide(outlines) {
  const pushed = (order, distance) => {
    const done = [];
    const places = [];
    for (const at of order) {
      const levels = Math.min(done.length, outlines[at].length);
      let place = levels ? distance(done[0], outlines[at][0]) : 0;
      for (let level = 1; level < levels; level++) place = distance.best(place, distance(done[level], outlines[at][level]));
      places[at] = place;
      joinOutline(done, outlines[at], place);
    }
    return places;
  };
  const order = outlines.map((_, at) => at);
  const left = pushed(order, Object.assign((a, b) => a[1] - b[0], { best: Math.max }));
  const right = pushed(order.slice().reverse(), Object.assign((a, b) => a[0] - b[1], { best: Math.min }));
  return order.map((at) => Math.floor((left[at] + right[at]) / 2));
}

function joinOutline(outline, other, by) {
  other.forEach(([low, high], level) => {
    const here = outline[level];
    outline[level] = here ? [Math.min(here[0], low + by), Math.max(here[1], high + by)] : [low + by, high + by];
  });
}
