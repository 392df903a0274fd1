// Under each whole game of the book: play it, change it, step through its search. The playground lies beside this script and is
// shown in a frame under the game, which the address tells everything; one frame is open at a time.

import { packed } from "./share.js";

const page = new URL("index.html?embed", document.currentScript.src).href;
const WAYS = [
  ["Play", { pane: "play", tab: "moves" }],
  ["Change", { pane: "rules", tab: "moves" }],
  ["Step", { pane: "play", tab: "search" }],
];

/** A definition begins with its title, after comments; other blocks are parts of one. */
const isWhole = (text) => /^(\s|\/\/[^\n]*\n)*game\s+"/.test(text);

let opened = null;
function close() {
  opened?.frame.remove();
  opened?.button.setAttribute("aria-pressed", "false");
  opened = null;
}

async function open(button, bar, name, state) {
  const again = opened?.button === button;
  close();
  if (again) return;
  const frame = document.createElement("iframe");
  Object.assign(frame, { title: `${name}: playground`, src: `${page}#${await packed(state)}` });
  frame.style.cssText = "width: 100%; height: min(46rem, 85vh); border: 1px solid currentColor; border-radius: 6px; margin: .5rem 0;";
  bar.after(frame);
  button.setAttribute("aria-pressed", "true");
  opened = { button, frame };
}

for (const code of document.querySelectorAll('code[class*="language-game"]')) {
  const text = code.textContent;
  if (!isWhole(text) || /language-game-(error|wrong|slip)/.test(code.className)) continue;
  const bar = document.createElement("p");
  bar.className = "zug-ways";
  for (const [way, state] of WAYS) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = way;
    button.setAttribute("aria-pressed", "false");
    button.style.cssText = "font: inherit; padding: .1em .8em; margin: 0 .4em 0 0; cursor: pointer;";
    button.addEventListener("click", () => open(button, bar, /game\s+"([^"]*)/.exec(text)[1], { text, ...state }));
    bar.append(button);
  }
  code.closest("pre").after(bar);
}
