// The playground on a web server: it opens again when the server has gone, and the games of the book are opened on it.
//   node site.mjs BROWSER FOLDER-OF-THE-PAGE PROFILE [PICTURES]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { started, text } from "../tests/browser/browser.mjs";

const [program, dist, profile, pictures] = process.argv.slice(2);
const docs = join(dirname(fileURLToPath(import.meta.url)), "../docs");
const escaped = (words) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The code blocks of a page of the book, as mdBook writes them, with its script. */
function lesson() {
  const page = readFileSync(join(docs, "tutorial.md"), "utf8");
  const blocks = [...page.matchAll(/^```([\w-]+)[^\n]*\n([^]*?)^```$/gm)].slice(0, 8);
  blocks.push(["", "game-error", 'game "One that is wrong"\nplayers A\n']);
  const body = blocks.map(([, language, code]) => `<pre><code class="language-${language}">${escaped(code)}</code></pre>`).join("\n");
  const head = readFileSync(join(docs, "theme/head.hbs"), "utf8").replaceAll("{{ path_to_root }}", "");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><link rel="icon" href="data:,">${head}</head><body><main style="max-width: 750px; margin: auto">${body}</main></body></html>`;
}

/** Serves as any web server does: files, and nothing else. */
function served() {
  const kinds = { html: "text/html; charset=utf-8", js: "text/javascript" };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://here").pathname;
    const name = path.endsWith("/") ? `${path}index.html` : path;
    try {
      const body = name === "/lesson.html" ? lesson() : readFileSync(join(dist, name.replace(/^\/playground\//, "")));
      response.writeHead(200, { "content-type": kinds[name.split(".").pop()] ?? "text/plain", connection: "close" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

const server = await served();
const home = `http://127.0.0.1:${server.address().port}/`;
const browser = started(program, profile, { pictures, home });
const READY = `document.documentElement.dataset.ready === "yes"`;

/** Buttons under a whole game of the book open it on the playground, one at a time. */
async function opensTheGamesOfTheBook() {
  const page = await browser.open(`${home}lesson.html`, `document.querySelector(".zug-ways button")`);
  const games = await page.look(`[...document.querySelectorAll("code.language-game")].filter((each) => each.textContent.startsWith("game ")).length`);
  assert.ok(games >= 2);
  assert.equal(await page.look(`document.querySelectorAll(".zug-ways").length`), games);
  const frame = `document.querySelector("iframe").contentDocument`;
  const button = (game, way) => `document.querySelectorAll(".zug-ways")[${game}].querySelectorAll("button")[${way}]`;
  const inFrame = (expression) => `(() => { const inner = document.querySelector("iframe")?.contentDocument; return inner?.documentElement?.dataset.ready === "yes" && ((document) => ${expression})(inner); })()`;
  await page.click(button(0, 0));
  await page.until(inFrame(`/to move. Value/.test(document.getElementById("value").textContent) && document.querySelectorAll("#panel .move").length === 1`));
  assert.equal(await page.look(`${frame}.body.dataset.pane`), "play");
  assert.match(await page.look(`${frame}.querySelector(".cm-content").innerText`), /The tube/);
  await page.picture("book-play");
  await page.click(button(1, 1));
  await page.until(inFrame(`document.body.dataset.pane === "rules" && /One or two/.test(document.querySelector(".cm-content").innerText)`));
  assert.equal(await page.look(`document.querySelectorAll("iframe").length`), 1);
  await page.picture("book-change");
  await page.click(button(1, 2));
  await page.until(inFrame(`document.querySelector("#panel iframe") && document.getElementById("tab-search").getAttribute("aria-selected") === "true" && document.querySelector("#panel iframe").getBoundingClientRect().bottom <= document.documentElement.clientHeight`));
  await page.picture("book-step");
  await page.click(button(1, 2));
  await page.until(`!document.querySelector("iframe")`);
  await page.close();
}

/** Who was here once can come back without a network. */
async function worksWithoutNetwork() {
  const page = await browser.open(`${home}playground/`, READY);
  await page.look(`navigator.serviceWorker.ready.then(async () => { while (!(await caches.match("./"))) await new Promise((done) => setTimeout(done, 50)); })`);
  await page.close();
  server.closeAllConnections();
  server.close();
  const again = await browser.open(`${home}playground/?game=hexapawn`, READY);
  await again.until(`${text("verdict")} === "no mistakes" && /Value/.test(${text("value")})`);
  await again.picture("offline");
}

await browser.run([opensTheGamesOfTheBook, worksWithoutNetwork], "the playground was used from a web server: games of the book played, changed and stepped through, and the page opened again without a network");
