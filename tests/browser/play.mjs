// Plays on the pages of `zug play --format html` as a person would: by clicks, drags and keys; steps through the lines of `zug analyze --format html`.
//   node play.mjs BROWSER FOLDER [PICTURES [AXE]]
import { readdirSync } from "node:fs";
import assert from "node:assert/strict";
import { started, text } from "./browser.mjs";

const [program, folder, pictures, axe] = process.argv.slice(2);
const browser = started(program, folder, { pictures, axe });
const READY = `document.documentElement.dataset.ready === "yes"`;
const target = (moves) => `[...document.querySelectorAll("#board .target")].find((each) => each.dataset.moves.split(";").includes("${moves}"))`;
const shown = (moves) => `[...document.querySelectorAll("#moves .move")].find((each) => each.querySelector("b").textContent === "${moves}")`;

const open = (name, ready = READY) => browser.open(`file://${folder}/${name}.html`, ready);

async function press(page, id) {
  await page.click(`document.getElementById("${id}")`);
}

async function sides(page, value) {
  await page.look(`(() => { const side = document.getElementById("side"); side.value = "${value}"; side.dispatchEvent(new Event("change")); })()`);
}

/** A whole game by one click each, undone and played again. */
async function ticTacToe() {
  const page = await open("tic_tac_toe");
  assert.match(await page.look(text("about")), /^All 5,478 positions .* exact/);
  await sides(page, "true,true");
  const moves = ["b2", "a1", "a2", "c2", "c1", "a3", "b1", "b3", "c3"];
  for (const [number, move] of moves.entries()) {
    await page.click(target(move));
    assert.equal(await page.look(`document.querySelectorAll("#line button").length`), number + 1);
  }
  assert.equal(await page.look(text("value")), "Play is over: draw.");
  assert.equal(await page.look(`document.querySelectorAll("#board .target").length`), 0);
  for (let left = 8; left >= 0; left--) {
    await page.key("ArrowLeft");
    assert.equal(await page.look(`document.querySelectorAll("#line .done").length`), left);
  }
  assert.equal(await page.look(text("value")), "X to move.");
  await page.key("End");
  assert.equal(await page.look(text("value")), "Play is over: draw.");
  await page.key("Home");
  await press(page, "values");
  assert.equal(await page.look(text("value")), "X to move. Value: draw.");
  assert.equal(await page.look(`document.querySelectorAll("#board .worth").length`), 9);
  await page.click(target("a1"));
  assert.equal(await page.look(text("value")), "O to move. Value: draw.");
  await page.click(target("b1"));
  assert.equal(await page.look(text("said")), "O played b1: was draw, now X wins in 5 plies; the best was b2.");
  await press(page, "values");
  assert.equal(await page.look(`document.querySelectorAll("#board .worth").length`), 0);
  await answers(page);
}

/** The program answers, hints, tells why and why not. */
async function answers(page) {
  await page.key("Home");
  await sides(page, "true,false");
  await page.click(target("a1"));
  await page.until(`document.querySelectorAll("#line button").length === 2`);
  assert.match(await page.look(text("said")), /^O played b2\.$/, "the only answer that does not lose");
  await press(page, "hint");
  assert.match(await page.look(text("said")), /^Hint: .. \(draw\)\.$/);
  assert.equal(await page.look(`document.querySelectorAll("#board .hinted").length`), 1);
  await press(page, "why");
  assert.match(await page.look(text("because")), /keeps that\.Best play: .* and play is over: draw\./);
  await page.look(`document.getElementById("move").focus()`);
  await page.type("b2");
  await press(page, "why");
  assert.match(await page.look(text("because")), /^b2 is not among the 7 legal moves here.*zug why .*--moves 'a1, b2' move b2$/);
  await press(page, "back");
  assert.equal(await page.look(`document.querySelectorAll("#line .done").length`), 0, "both moves are taken back");
}

/** A move by two clicks, another by dragging. */
async function hexapawn() {
  const page = await open("hexapawn");
  await sides(page, "true,true");
  assert.equal(await page.look(`document.querySelectorAll("#board .worth").length`), 3, "`--hints` shows values at once");
  const from = (move) => target(move);
  await page.click(from("b1-b2"));
  assert.equal(await page.look(`document.querySelectorAll("#board .picked").length`), 1);
  await page.click(target("b1-b2"));
  assert.match(await page.look(text("said")), /^White played b1-b2/);
  const start = await page.middle(from("a3xb2"));
  await page.mouse("mousePressed", start);
  await page.mouse("mouseMoved", [start[0] + 20, start[1] + 20]);
  await page.until(`document.querySelectorAll("#board .picked").length === 1`);
  const end = await page.look(`(() => { const box = ${target("a3xb2")}.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()`);
  await page.mouse("mouseMoved", end);
  await page.mouse("mouseReleased", end);
  assert.match(await page.look(text("said")), /^Black played a3xb2/);
  await page.key("Escape");
  assert.equal(await page.look(`document.querySelectorAll("#board .picked").length`), 0);
}

/** A game without cells, by its list and by typing, with keys alone. */
async function nim() {
  const page = await open("nim");
  await sides(page, "true,true");
  assert.equal(await page.look(`document.querySelectorAll("#board .target").length`), 0);
  await page.look(`document.getElementById("move").focus()`);
  let moves = 0;
  while (!(await page.look(text("value"))).startsWith("Play is over")) {
    const move = await page.look(`document.querySelector("#moves .move b").textContent`);
    await page.look(`document.getElementById("move").focus()`);
    await page.type(`  ${move.toUpperCase()} `);
    await page.key("Enter");
    assert.equal(await page.look(`document.querySelectorAll("#line button").length`), ++moves);
  }
  await page.key("Tab");
  await page.look(`document.getElementById("first").focus()`);
  await page.key("Enter");
  await page.look(`${shown("1:2")}.focus()`);
  await page.key("Enter");
  assert.match(await page.look(text("said")), /^First played 1:2/);
}

/** A game on which a page ends, and one that goes round. */
async function edges() {
  const page = await open("cut");
  assert.match(await page.look(text("about")), /^This game is too large for one page: all positions within 1 ply /);
  await sides(page, "true,true");
  for (let move = 0; move < 9 && (await page.look(`document.getElementById("why-part").hidden`)); move++) await page.look(`document.querySelector("#board .target").dispatchEvent(new MouseEvent("click"))`);
  assert.match(await page.look(text("because")), /Another page goes on from there:zug play .*tic_tac_toe\.game --moves 'a1, .*' --format html$/);
  const round = await open("pong_hau_ki");
  await sides(round, "false,false");
  await round.until(`${text("said")}.includes("Play repeats")`);
}

/** The lines of a report, by its buttons and by keys. */
async function analysis() {
  const page = await open("analysis", `document.getElementById("said")?.textContent`);
  const last = Number(/of (\d+)\./.exec(await page.look(text("said")))[1]);
  assert.match(await page.look(text("said")), /^Line 1, step 0 of 6\. White to move\.$/);
  const pictures = new Set([await page.look(`document.querySelector("#board svg").outerHTML`)]);
  for (let step = 1; step <= last; step++) {
    await press(page, "forward");
    assert.match(await page.look(text("said")), new RegExp(`^Line 1, step ${step} of 6\\. ${step}\\. `));
    assert.equal(await page.look(`[...document.querySelectorAll("[aria-current]")].map((each) => each.dataset.line + each.dataset.step).join()`), `0${step}`);
    pictures.add(await page.look(`document.querySelector("#board svg").outerHTML`));
  }
  assert.equal(pictures.size, last + 1, "each step has a picture of its own");
  assert.match(await page.look(text("said")), /play is over, Black wins\.$/);
  await page.click(`document.querySelector('[data-line="1"][data-step="2"]')`);
  assert.match(await page.look(text("said")), /^Line 2, step 2 /);
  await page.key("ArrowLeft");
  assert.match(await page.look(text("said")), /^Line 2, step 1 /);
  assert.notEqual(await page.look(`document.querySelectorAll(".bar i").length`), 0);
  await page.everywhere("analysis");
}

async function looked(name) {
  const page = await open(name);
  await page.look(`document.getElementById("values").checked || document.getElementById("values").click(); document.getElementById("why").click()`);
  await page.everywhere(name);
}

/** Every page that plays, with all that can be shown. */
async function pages() {
  const files = readdirSync(folder).filter((each) => each.endsWith(".html") && each !== "analysis.html");
  for (const file of files.sort()) await looked(file.replace(/\.html$/, ""));
}

await browser.run([ticTacToe, hexapawn, nim, edges, analysis, pages], `pages were played on in a browser; accessibility: ${axe ? "axe-core found nothing" : "names alone, axe-core was not there"}`);
