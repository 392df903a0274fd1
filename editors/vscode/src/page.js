// The page of a preview, made of the answer to `zug/picture`.
const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]);

/** The page; `picture` may be missing, `why` says why it is not the one of the text; `value` is the answer to `zug.solve`, if asked. */
function page(picture, moves, why, value) {
  const nonce = Array.from({ length: 24 }, () => Math.floor(Math.random() * 36).toString(36)).join("");
  const state = !picture ? "" : picture.over ? `play is over: ${picture.over}` : `${picture.turn} to move`;
  const best = new Set(value?.answer?.best ?? []);
  const button = (move) => `<button data-move="${escaped(move)}"${best.has(move) ? ' class="best" title="keeps the value"' : ""}>${escaped(move)}</button>`;
  const buttons = (picture?.moves ?? []).slice(0, 300).map(button);
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Zug</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>
  body { font-family: var(--vscode-font-family); padding: 1em; }
  svg { max-width: 100%; height: auto; }
  button { margin: 2px; padding: 3px 8px; color: var(--vscode-button-foreground); background: var(--vscode-button-background); border: 0; }
  button:focus-visible { outline: 2px solid var(--vscode-focusBorder); }
  .best { outline: 3px solid var(--vscode-charts-green, #2a2); outline-offset: -1px; }
  .why { color: var(--vscode-errorForeground); }
  .old svg, .old .moves { opacity: 0.4; }
</style></head>
<body class="${why ? "old" : ""}">
<p class="why" role="status">${escaped(why)}</p>
${picture?.svg ?? ""}
<p>${escaped(state)}</p>
<p><button data-first="1"${moves.length ? "" : " disabled"}>first position</button><button data-back="1"${moves.length ? "" : " disabled"}>take back</button>
<button data-solve="1">value</button><button data-step="1">step through the search</button></p>
<p class="value" role="status">${escaped(value?.text ?? "")}</p>
<p class="moves">${buttons.join("")}</p>
<p>${escaped(moves.join(", "))}</p>
<script nonce="${nonce}">
  const vscode = acquireVsCodeApi();
  document.addEventListener("click", (event) => {
    const { move, back, first, solve, step } = event.target.dataset ?? {};
    if (move !== undefined || back || first || solve || step) vscode.postMessage({ move, back, first, solve, step });
  });
</script></body></html>`;
}

module.exports = { page };
