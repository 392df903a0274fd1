// The page of a preview, made of the answer to `zug/picture`.
const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]);

/** The page; `picture` may be missing, `why` says why it is not the one of the text. */
function page(picture, moves, why) {
  const nonce = Array.from({ length: 24 }, () => Math.floor(Math.random() * 36).toString(36)).join("");
  const state = !picture ? "" : picture.over ? `play is over: ${picture.over}` : `${picture.turn} to move`;
  const buttons = (picture?.moves ?? []).slice(0, 300).map((move) => `<button data-move="${escaped(move)}">${escaped(move)}</button>`);
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Zug</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>
  body { font-family: var(--vscode-font-family); padding: 1em; }
  svg { max-width: 100%; height: auto; }
  button { margin: 2px; padding: 3px 8px; color: var(--vscode-button-foreground); background: var(--vscode-button-background); border: 0; }
  button:focus-visible { outline: 2px solid var(--vscode-focusBorder); }
  .why { color: var(--vscode-errorForeground); }
  .old svg, .old .moves { opacity: 0.4; }
</style></head>
<body class="${why ? "old" : ""}">
<p class="why" role="status">${escaped(why)}</p>
${picture?.svg ?? ""}
<p>${escaped(state)}</p>
<p><button data-first="1"${moves.length ? "" : " disabled"}>first position</button><button data-back="1"${moves.length ? "" : " disabled"}>take back</button></p>
<p class="moves">${buttons.join("")}</p>
<p>${escaped(moves.join(", "))}</p>
<script nonce="${nonce}">
  const vscode = acquireVsCodeApi();
  document.addEventListener("click", (event) => {
    const { move, back, first } = event.target.dataset ?? {};
    if (move !== undefined || back || first) vscode.postMessage({ move, back, first });
  });
</script></body></html>`;
}

module.exports = { page };
