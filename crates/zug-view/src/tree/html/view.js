// Zoom and pan: a view is the part of the drawing that is seen, in its own pixels.
let view = null;
let follow = true;
let drag = null;
const stage = byId("stage");

function look() {
  byId("tree").setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
}

function stageSize() {
  const { width, height } = stage.getBoundingClientRect();
  return { width: Math.max(width, 1), height: Math.max(height, 1) };
}

function fit() {
  const box = stageSize();
  const least = Math.max(drawn.width / box.width, drawn.height / box.height, 0.55);
  const [w, h] = [box.width * least, box.height * least];
  view = { x: (drawn.width - w) / 2, y: h > drawn.height ? Math.min(0, (drawn.height - h) / 2) : 0, w, h };
  look();
}

function zoom(by, px, py) {
  const [x, y] = [view.x + view.w * px, view.y + view.h * py];
  view = { w: view.w * by, h: view.h * by, x: x - view.w * by * px, y: y - view.h * by * py };
  look();
}

// Where letters would be too small to read, the view goes near and moves with the search.
function keepInSight(node) {
  const box = stageSize();
  const place = drawn.at.get(node);
  if (!place) return;
  if (drawn.width / box.width < 1.35 && drawn.height / box.height < 1.35) {
    fit();
    return;
  }
  const [cx, cy] = place;
  const scale = view ? Math.min(view.w / box.width, 1.1) : 1.1;
  const [w, h] = [box.width * scale, box.height * scale];
  const inside = view && Math.abs(cx - view.x - view.w / 2) < view.w * 0.36 && Math.abs(cy - view.y - view.h / 2) < view.h * 0.36;
  if (inside && Math.abs(w - view.w) < 1) return;
  const clamp = (middle, part, whole) => (whole < part ? (whole - part) / 2 : Math.max(-20, Math.min(middle - part / 2, whole - part + 20)));
  view = { x: clamp(cx, w, drawn.width), y: clamp(cy, h, drawn.height), w, h };
  look();
}

function setFollow(on) {
  follow = on;
  byId("zoom-now").setAttribute("aria-pressed", String(on));
  if (on) render();
}

stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = stage.getBoundingClientRect();
  setFollow(false);
  zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
}, { passive: false });
stage.addEventListener("pointerdown", (event) => {
  drag = { x: event.clientX, y: event.clientY, moved: false };
});
window.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const box = stageSize();
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
  if (!drag.moved) setFollow(false);
  view.x -= dx / box.width * view.w;
  view.y -= dy / box.height * view.h;
  drag = { x: event.clientX, y: event.clientY, moved: true };
  look();
});
window.addEventListener("pointerup", () => { setTimeout(() => { drag = null; }); });

// A click on a node, or Enter, goes to where the search first comes to it; on a handle it folds or unfolds.
function act(target) {
  const group = target.closest && target.closest("[data-focus]");
  if (!group) return false;
  if (group.dataset.handle) fold(Number(group.dataset.handle));
  else visit(Number(group.dataset.node));
  return true;
}
stage.addEventListener("click", (event) => { if (!drag || !drag.moved) act(event.target); });
stage.addEventListener("keydown", (event) => {
  if ((event.key === "Enter" || event.key === " ") && act(event.target)) {
    event.preventDefault();
    event.stopPropagation();
  }
});
stage.addEventListener("focusin", (event) => {
  const group = event.target.closest("[data-focus]");
  if (!group || !event.target.matches(":focus-visible")) return;
  stage.scrollTo(0, 0);
  keepInSight(Number(group.dataset.node || group.dataset.handle));
});
