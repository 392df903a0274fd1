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
  assert.match(await page.look(text("about")), /^All 5,478 positions of this game are in this page; the value of each is exact\./);
  assert.equal(await page.look(`document.getElementById("curve").parentElement.hidden`), true, "no curve tells values that are not shown");
  assert.equal(await page.look("named(bestOf(here()))"), "a1, b1, c1, a2, b2, ..", "of nine best moves five are named, and that there are more");
  await sides(page, "true,true");
  const moves = ["b2", "a1", "a2", "c2", "c1", "a3", "b1", "b3", "c3"];
  for (const [number, move] of moves.entries()) {
    await page.click(target(move));
    assert.equal(await page.look(`document.querySelectorAll("#line button").length`), number + 1);
  }
  assert.equal(await page.look(text("value")), "Play is over: draw.");
  assert.equal(await page.look(`document.querySelectorAll("#board .target").length`), 0);
  await page.look(`document.getElementById("move").focus()`);
  await page.type("c3");
  await page.key("Enter");
  assert.equal(await page.look(text("because")), "Play is over: there are no moves any more.");
  await page.look(`document.getElementById("move").value = ""; document.getElementById("board").focus(); document.activeElement.blur()`);
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
  assert.equal(await page.look(`document.getElementById("curve").parentElement.hidden`), false);
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

/** A man who may stay is chosen first, then where he goes; staying is a second click on him. */
async function steps() {
  const page = await open("steps");
  await sides(page, "true,true");
  const picked = `document.querySelectorAll("#board .picked").length`;
  for (const [from, to, by] of [["a1", "b1", "A"], ["d1", "d1", "B"]]) {
    await page.click(target(from));
    assert.equal(await page.look(picked), 1);
    assert.equal(await page.look(`document.getElementById("choose").hidden`), true, "nothing is asked beside the board");
    await page.click(target(to));
    assert.match(await page.look(text("said")), new RegExp(`^${by} played ${to}`));
  }
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
  await page.key("Home");
  await sides(page, "false,true");
  await page.look("game.moves.length = 0; game.positions.length = 1; show()");
  await page.until(`document.querySelectorAll("#line button").length === 1`);
  assert.equal(await page.look(`document.getElementById("back").disabled`), true, "no move of the person is there to be taken back");
  await page.key("ArrowLeft");
  assert.equal(await page.look("game.at"), 1);
  await page.key("Home");
  await page.look(`document.querySelector("#moves .move").click()`);
  assert.match(await page.look(text("said")), /^First is played by this page/, "nobody moves for the page");
  assert.equal(await page.look("game.at"), 0);
}

/** A game on which a page ends, and one that goes round. */
async function edges() {
  const page = await open("cut");
  assert.match(await page.look(text("about")), /^This page holds 20 of the positions from here on: all within 1 ply, and some further ones; /);
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

/** What the page says of how much it holds, and of how much of that is known, is so in every case. */
async function extents() {
  const page = await open("tic_tac_toe");
  const said = (changes) => page.look(`Object.assign(table, ${JSON.stringify(changes)}), about()`);
  assert.match(await said({ after: ["a1"] }), /^All 5,478 positions from here on are in this page; the value of each is exact\./);
  assert.match(await said({ positions: 1, proved: 1 }), /^The one position from here on is in this page; its value is exact\./);
  assert.equal(await said({ whole: false, within: 0 }), "This page holds one position alone, the first one; its value is exact.");
  assert.match(await said({ positions: 10, proved: 0, within: 1 }), /^This page holds 10 of the positions from here on: all within 1 ply; no value is known: /);
  assert.match(await said({ positions: 3000, proved: 2999, after: [] }), /^This page holds 3,000 of the positions of this game: all within 1 ply, and some further ones; the value of 2,999 is exact, that of the other one is not known: /);
}

/** Long words make nothing to scroll sideways on a phone. */
async function long() {
  const page = await open("nim");
  await page.look(`for (const each of document.querySelectorAll("h1, #about, #value, #said, #legend, #moves b, #moves small, #line button")) each.textContent = "m".repeat(150)`);
  await page.size(390, 844);
  assert.equal(await page.look("document.documentElement.scrollWidth"), 390);
}

/** What is not known lies below the scale, and no line leads over it. */
async function curve() {
  const page = await open("wallets");
  const drawn = await page.look(`(() => {
    const points = [1, null, 0].map((value, at) => ({ at, value, words: "", move: "m" }));
    const svg = drawCurve(points, 0, { players: ["A", "B"], points: false }, () => {});
    return { lows: [...svg.querySelectorAll("line")].map((each) => Number(each.getAttribute("y1"))), dot: Number(svg.querySelector(".unknown").getAttribute("cy")), path: svg.querySelector(".values").getAttribute("d"), text: svg.textContent };
  })()`);
  assert.ok(drawn.dot > Math.max(...drawn.lows) + 7, JSON.stringify(drawn));
  assert.equal(drawn.path.match(/M/g).length, 2);
  assert.match(drawn.text, /not known/);
}

/** Badges lie in the picture, and touch no words of it but those of their own place. */
async function badges(page, name) {
  const found = await page.look(`(() => {
    const svg = document.querySelector("#board svg");
    const { left, right, top, bottom } = svg.getBoundingClientRect();
    const all = [...svg.querySelectorAll(".worth polygon")].map((each) => each.getBoundingClientRect());
    const words = [...svg.querySelectorAll("text")].filter((each) => !each.closest(".worth")).map((each) => [each.textContent, each.getBoundingClientRect()]);
    const touched = all.flatMap((one) => words.filter(([, box]) => box.left < one.right - 1 && one.left + 1 < box.right && box.top < one.bottom - 1 && one.top + 1 < box.bottom).map(([text]) => text));
    return { count: all.length, cut: all.filter((one) => one.left < left - 1 || one.right > right + 1 || one.top < top - 1 || one.bottom > bottom + 1).length, touched };
  })()`);
  assert.equal(found.cut, 0, `${name}: a badge is cut off`);
  if (["kalah", "wallets", "three_mens_morris"].includes(name)) assert.deepEqual([found.count > 0, found.touched], [true, []], name);
}

async function looked(name) {
  const page = await open(name);
  await page.look(`document.getElementById("values").checked || document.getElementById("values").click(); document.getElementById("why").click()`);
  await badges(page, name);
  await page.everywhere(name);
}

/** Every page that plays, with all that can be shown. */
async function pages() {
  const files = readdirSync(folder).filter((each) => each.endsWith(".html") && each !== "analysis.html");
  for (const file of files.sort()) await looked(file.replace(/\.html$/, ""));
}

await browser.run([ticTacToe, hexapawn, steps, nim, edges, extents, long, curve, analysis, pages], `pages were played on in a browser; accessibility: ${axe ? "axe-core found nothing" : "names alone, axe-core was not there"}`);
