"use strict";
// Steps through recorded searches. Everything shown was computed when the page was made: this only says how far.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const byId = (id) => document.getElementById(id);
const data = read("data");
const searches = data.searches;
let search = searches.find((each) => each.name === data.chosen);
let step = 0;

const minus = (value) => String(value).replace("-", "\u2212");
const bound = (value, side) => (value === null ? (side ? "\u221e" : "\u2212\u221e") : minus(value));
const plain = () => search.name === "minimax";

// The nodes and steps of a search are read when it is first looked at.
function load(name) {
  const found = searches.find((each) => each.name === name && each.recorded);
  if (found && !found.nodes) {
    Object.assign(found, read(`data-${name}`));
    for (const node of found.nodes) {
      node.ply = node.parent === null ? 0 : found.nodes[node.parent].ply + 1;
      node.below = 0;
      node.entered = null;
    }
    for (let at = found.nodes.length - 1; at > 0; at--) {
      const parent = found.nodes[found.nodes[at].parent];
      parent.below += found.nodes[at].below + 1;
    }
    found.steps.forEach(([[kind, node]], at) => { if (kind === "enter") found.nodes[node].entered = at; });
    found.unfolded = new Map();
  }
  return found;
}

// What is known after so many steps: which nodes were reached, their windows and best values so far, what was cut, the path to here.
function state(until) {
  const now = { status: new Map(), best: new Map(), by: new Map(), windows: new Map(), cuts: new Set(), stack: [] };
  for (let at = 0; at <= until && at < search.steps.length; at++) {
    const [kind, node, number, value] = search.steps[at][0];
    const told = search.nodes[node];
    if (kind === "enter") {
      now.status.set(node, "open");
      now.windows.set(node, told.window);
      now.stack.push(node);
    } else if (kind === "over" || kind === "memo") {
      now.best.set(node, told.value);
    } else if (kind === "narrow") {
      now.windows.set(node, narrowed(now.windows.get(node), told.narrowed));
    } else if (kind === "back") {
      const old = now.best.get(node);
      const better = old === undefined || (told.level === "MAX" ? value > old : value < old);
      if (better) {
        now.best.set(node, value);
        now.by.set(node, told.children[number]);
      }
      now.windows.set(node, told.windows_after[number]);
    } else if (kind === "cut") {
      now.cuts.add(node);
    } else if (kind === "leave") {
      now.status.set(node, "done");
      now.best.set(node, told.value);
      if (at < until) now.stack.pop();
    }
  }
  return now;
}

function narrowed([a, b], { low, high }) {
  return [a === null || (low !== null && low > a) ? low : a, b === null || (high !== null && high < b) ? high : b];
}

// From the root along the best move so far of each node.
function bestLine(now) {
  const line = [0];
  for (let at = now.by.get(0); at !== undefined; at = now.by.get(at)) line.push(at);
  return line;
}

// Whether the search reached a node, or passed it by with a cut that was made.
function isReached(node, now) {
  if (search.nodes[node].fate !== "unseen") return now.status.has(node);
  for (let at = search.nodes[node].parent; at !== null; at = search.nodes[at].parent) {
    if (now.cuts.has(at)) return true;
    if (search.nodes[at].fate !== "unseen") return false;
  }
  return false;
}

// What came back from a node, where that is a bound alone: `or less`, `or more`.
const boundOf = (node) => ({ at_most: ", or less", at_least: ", or more" }[search.nodes[node].bound] || "");

// The plies after which play was not followed, if some position was left there; else null.
function horizon() {
  const cut = search.nodes.filter((node) => node.fate === "horizon");
  return cut.length ? cut[0].ply : null;
}
