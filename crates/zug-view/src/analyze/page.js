"use strict";
// Steps through the lines of best play: each step is a picture that was drawn when the page was made.
const { text, lines } = JSON.parse(document.getElementById("lines").textContent);
const byId = (id) => document.getElementById(id);
let [line, step] = [0, 0];

function show() {
  const { picture, words } = lines[line][step];
  byId("board").innerHTML = picture.map((number) => text[number]).join("\n");
  const svg = byId("board").querySelector("svg");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words);
  byId("said").textContent = `Line ${line + 1}, step ${step} of ${lines[line].length - 1}. ${words}.`;
  byId("back").disabled = step === 0;
  byId("forward").disabled = step === lines[line].length - 1;
  for (const button of document.querySelectorAll("[data-step]")) {
    const here = Number(button.dataset.line) === line && Number(button.dataset.step) === step;
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
}

function go(to) {
  step = Math.max(0, Math.min(to, lines[line].length - 1));
  show();
}

for (const button of document.querySelectorAll("[data-step]")) {
  button.onclick = () => { line = Number(button.dataset.line); go(Number(button.dataset.step)); };
}
byId("back").onclick = () => go(step - 1);
byId("forward").onclick = () => go(step + 1);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 0, End: Infinity };
  if (!event.target.closest?.("#stepper, .moves") || !(event.key in keys)) return;
  event.preventDefault();
  go(keys[event.key]);
});
show();
