// Driven by browser.mjs: what a reader of the page of `zug tree --format html`, of a lesson and of a sheet would see.
//   node walk.mjs BROWSER FOLDER [PICTURES [AXE]]
import assert from "node:assert/strict";
import { started, text } from "./browser.mjs";

const [program, folder, pictures, axe] = process.argv.slice(2);
const browser = started(program, folder, { pictures, axe });
const READY = `document.getElementById("count")?.textContent || !document.getElementById("slider")`;
const code = `document.querySelector("#code [aria-current]")?.textContent || ""`;

/** A page of the folder; the address may end with `#..`. */
const open = (name, hash = "") => browser.open(`file://${folder}/${name}.html${hash}`, READY);

async function wallets() {
  const page = await open("wallets");
  await page.look(`document.getElementById("choose-alphabeta").click()`);
  const total = Number(await page.look(`document.getElementById("slider").max`)) + 1;
  const said = [await page.look(text("said"))];
  let cut = null;
  for (let step = 2; step <= total; step++) {
    await page.key("ArrowRight");
    assert.equal(await page.look(text("count")), `step ${step} of ${total}`);
    said.push(await page.look(text("said")));
    if (said.at(-1).startsWith("Cut:")) {
      cut = said.at(-1);
      assert.match(await page.look(code), /alpha >= beta: stop/);
      assert.equal(await page.look(`document.querySelectorAll("#tree .strike:not(.hide)").length`), 1);
      assert.equal(await page.look(`[...document.querySelectorAll("#tree .open .notes")].map((each) => each.textContent).join(" / ")`), "α 2 β ∞ / α 2 β 1", "alpha and beta at the nodes of the path");
      assert.equal(await page.look(`[...document.querySelectorAll("#stack tbody tr")].map((row) => row.cells[0].textContent).join(" / ")`), "start / choose right");
      assert.equal(await page.look(`[...document.querySelector("#stack tbody tr:last-child").cells].slice(2).map((cell) => cell.textContent).join(" ")`), "2 1 1");
      await page.picture("wallets-cut");
    }
  }
  assert.equal(cut, "Cut: 1 <= alpha = 2, set by You with choose left at ply 0. 1 move need not be looked at.");
  const over = said.filter((line) => line.startsWith("Play is over"));
  assert.deepEqual(over, ["Play is over: 2.", "Play is over: 4.", "Play is over: 1."]);
  assert.equal(await page.look(`document.querySelector('[data-node="4"] .value').textContent.trim()`), "\u22641", "a bound is marked");
  assert.ok(said.includes("choose right is worth 1, or less, to You (MAX). That changes nothing."), said.join("\n"));
  const apart = `(() => { const [bar, tree] = ["zoom", "stage"].map((id) => document.getElementById(id).getBoundingClientRect()); return bar.bottom <= tree.top; })()`;
  assert.equal(await page.look(apart), true, "the buttons cover nothing of the tree");
  assert.equal(await page.look(`document.getElementById("forward").disabled`), true);
  await page.key("ArrowLeft");
  assert.equal(await page.look(text("count")), `step ${total - 1} of ${total}`);
  await page.key("Home");
  assert.equal(await page.look(text("said")), said[0]);
  assert.equal(await page.look(`document.querySelectorAll("#tree .strike:not(.hide)").length`), 0);
  await page.look(`(() => { const slider = document.getElementById("slider"); slider.value = 4; slider.dispatchEvent(new Event("input")); })()`);
  assert.equal(await page.look(text("count")), `step 5 of ${total}`);
  await page.look(`document.getElementById("forward").click()`);
  assert.equal(await page.look(text("said")), said[5]);
  await compared(page);
  await shown(page, "wallets");
}

async function compared(page) {
  const counts = await page.look(`[...document.querySelectorAll("#compare tbody tr")].map((row) => row.cells[1].textContent).join(" ")`);
  assert.equal(counts, "7 6 6");
  await page.look(`document.getElementById("choose-minimax").click()`);
  assert.equal(await page.look(`document.getElementById("tree").getAttribute("aria-label")`), "The tree of minimax");
  await page.key("End");
  assert.match(await page.look(text("said")), /its value is 2\.$/);
  const before = await page.look(`document.getElementById("tree").getAttribute("viewBox")`);
  await page.look(`document.getElementById("zoom-in").click()`);
  assert.notEqual(await page.look(`document.getElementById("tree").getAttribute("viewBox")`), before);
  const back = `getComputedStyle(document.body).backgroundColor`;
  const colour = await page.look(back);
  await page.look(`document.getElementById("theme").click()`);
  assert.notEqual(await page.look(back), colour);
  await page.look(`document.getElementById("theme").click()`);
}

async function shown(page, name) {
  await page.look(`document.documentElement.removeAttribute("data-theme")`);
  await page.everywhere(name);
}

// The best line is bold, the future is drawn so that it can be read, and what the memo knew is linked once it is known.
async function drawing() {
  const page = await open("tic_tac_toe");
  for (let step = 0; step < 12; step++) await page.key("ArrowRight");
  await page.picture("tic_tac_toe-steps");
  assert.match(await page.look(text("board")), /3 O \. X/);
  assert.equal(await page.look(`document.querySelectorAll("#picture-of-position title").length >= 9`), true, "the position is drawn");
  assert.equal(await page.look(`[...document.querySelectorAll("#tree .future")].every((each) => getComputedStyle(each).opacity === "1")`), true);
  assert.equal(await page.look(`document.querySelectorAll("#tree .future .value:not(:empty), #tree .future .note").length`), 0, "the future tells no values");
  assert.equal(await page.look(`document.querySelectorAll("#tree .link:not(.hide)").length`), 0);
  await page.key("End");
  const over = `(() => { const [box, notes] = ["rect", ".notes"].map((each) => document.querySelector('[data-node="0"] ' + each).getBoundingClientRect()); return drawn.down || notes.right <= box.right + 1; })()`;
  assert.equal(await page.look(over), true, "the notes of the root lie beside its branches");
  const links = await page.look(`document.querySelectorAll("#tree .link").length`);
  assert.ok(links > 0 && links === await page.look(`document.querySelectorAll("#tree .link:not(.hide)").length`));
  const bold = await page.look(`[...document.querySelectorAll("#tree .branch.best text")].map((each) => each.textContent).join(" ")`);
  assert.ok(bold.split(" ").length > 1, bold);
  await shown(page, "tic_tac_toe");
  await page.close();
}

// A click on a node, and Enter at it, go to where the search first comes to it.
async function nodes() {
  const page = await open("wallets");
  await page.look(`document.getElementById("choose-alphabeta").click()`);
  await page.key("End");
  await page.click(`document.querySelector('[data-node="4"] rect')`);
  assert.equal(await page.look(text("said")), "Look at the position after choose right: Friend (MIN) moves. alpha = 2, beta = inf.");
  await page.look(`document.getElementById("stage").focus()`);
  const names = [];
  for (let tab = 0; tab < 3; tab++) {
    await page.key("Tab");
    names.push(await page.look(`document.activeElement.getAttribute("aria-label")`));
  }
  assert.match(names[0], /^the first position, MAX You, being looked at, value 2 α 2 β ∞$/);
  assert.match(names[1], /^choose left, MIN Friend, done, value 2/);
  await page.key("Enter");
  assert.match(await page.look(text("said")), /^Look at the position after choose right/);
  await page.key("End");
  await page.click(`document.querySelector('[data-node="6"] rect')`);
  assert.match(await page.look(text("said")), /never looked at\. cut: 1 ≤ α = 2/);
  await page.close();
}

// Each step has an address; a search is read with it.
async function addresses() {
  const page = await open("wallets", "#step=18&search=alphabeta");
  assert.match(await page.look(text("said")), /^Cut: 1 <= alpha = 2/);
  await page.key("ArrowLeft");
  assert.equal(await page.look("location.hash"), "#step=17&search=alphabeta");
  await page.look(`location.hash = "#step=3&search=minimax"`);
  await page.look("new Promise((done) => setTimeout(done, 50))");
  assert.equal(await page.look(text("count")), "step 3 of 21".replace("21", String(Number(await page.look(`document.getElementById("slider").max`)) + 1)));
  assert.equal(await page.look(`document.getElementById("choose-minimax").checked`), true);
  await page.look(`location.hash = "#step=nonsense&search=none"`);
  await page.look("new Promise((done) => setTimeout(done, 50))");
  assert.match(await page.look(text("count")), /^step 1 of/);
  await page.close();
}

// Plain minimax is too large to be stepped through: it is counted, and the tree of the search with a memo is whole and folded.
async function folding() {
  const page = await open("large");
  assert.equal(await page.look(`document.getElementById("choose-minimax").disabled`), true);
  const counts = await page.look(`[...document.querySelectorAll("#compare tbody tr")].map((row) => row.cells[1].textContent).join(" ")`);
  assert.match(counts, /^549,946 /);
  const drawn = () => page.look(`document.querySelectorAll("#tree [data-node]").length`);
  for (let step = 0; step < 40; step++) await page.key("ArrowRight");
  const before = await drawn();
  const handle = `#tree .handle:not(.hide)[aria-expanded="false"]`;
  assert.equal(await page.look(`document.querySelectorAll('${handle}').length > 0`), true, "what is done is folded");
  await page.look(`document.querySelector('${handle}').focus()`);
  await page.key("Enter");
  assert.ok(await drawn() > before);
  await page.key("Enter");
  assert.equal(await drawn(), before, "folded again, with the focus where it was");
  await shown(page, "large");
  await page.close();
}

// In predict mode each value, cut and best move is asked for before it is shown, and the answer tells why.
async function predicting() {
  const page = await open("wallets", "#step=1&search=alphabeta&predict");
  const asked = [];
  const verdicts = [];
  for (let turn = 0; turn < 60 && !(await page.look(`document.getElementById("forward").disabled`)); turn++) {
    await page.look(`document.getElementById("forward").click()`);
    if (await page.look(`document.getElementById("question").hidden`)) continue;
    asked.push(await page.look(text("asked")));
    const hidden = await page.look("asking.hides");
    if (hidden !== null && hidden !== undefined) {
      const node = `document.querySelector('[data-node="${hidden}"]')`;
      assert.equal(await page.look(`${node}.querySelector(".value").textContent + ${node}.querySelector(".notes").textContent`), "", `${asked.at(-1)}: the box tells it`);
      assert.doesNotMatch(await page.look(`${node}.getAttribute("aria-label")`), /value|[\u03b1\u03b2]/);
      const cells = await page.look(`[...document.querySelectorAll("#stack tbody tr:last-child td")].slice(2).map((cell) => cell.textContent).join("")`);
      if (!asked.at(-1).startsWith("Play is over")) assert.equal(cells, "???", "the call stack tells it");
    }
    assert.equal(await page.look(`document.querySelectorAll("#tree .branch.best").length`), 0, `${asked.at(-1)}: no line is bold`);
    assert.equal(await page.look(`[...document.querySelectorAll("#compare tbody tr")].map((row) => row.cells[4].textContent).join("")`), "???");
    if (asked.length === 1) {
      await page.picture("predict");
      assert.equal(await page.look(`getComputedStyle(document.querySelector("#picture-of-position .outcome")).visibility`), "hidden");
      assert.match(await page.look(text("board")), /play is over\n*$/);
    }
    if (await page.look(`document.querySelector("#answers input") !== null`)) {
      await page.type(asked.at(-1).startsWith("Play is over") && asked.length === 1 ? "2" : "1");
      await page.key("Enter");
    } else {
      await page.look(`document.querySelector("#answers button").click()`);
    }
    verdicts.push(await page.look(text("verdict")));
  }
  assert.equal(asked.filter((each) => each.startsWith("Play is over here")).length, 3);
  assert.ok(asked.some((each) => each.startsWith("What value goes up from the position after choose left")));
  assert.equal(asked.at(-1), "All is looked at. Which move is best for You?");
  assert.equal(verdicts[0], "Right. Play is over: 2.");
  assert.ok(verdicts.some((each) => each.startsWith("No: it is 4. Play is over: 4.")), verdicts.join("\n"));
  assert.ok(verdicts.some((each) => each.startsWith("No: the rest is cut. Cut: 1 <= alpha = 2")), verdicts.join("\n"));
  assert.ok(verdicts.includes("No: it is 2. MIN takes the least of what came back: 2, 4."), verdicts.join("\n"));
  assert.match(verdicts.at(-1), /^Right\. MAX takes the greatest of what came back: 2, 1\. choose left is worth that\.$/);
  const right = verdicts.filter((each) => each.startsWith("Right")).length;
  assert.equal(await page.look(text("score")), `${right} of ${verdicts.length} right`);
  assert.equal(await page.look(`document.querySelector("#compare tbody tr").cells[4].textContent`), "2");
  await page.close();
}

// Where play is followed a few plies alone, no best move of the game is asked for; numbers have minus signs.
async function horizons() {
  const page = await open("horizon", "#step=1&search=alphabeta");
  const last = Number(await page.look(`document.getElementById("slider").max`));
  const all = await page.look(`search.steps.map((each) => typeset(each[1]))`);
  assert.deepEqual(all.filter((line) => /(^|[\s(=])-\d/.test(line)), []);
  await page.size(390, 844);
  await page.look(`for (const each of document.querySelectorAll("h1, h2, #about, #said, #stack td:first-child")) each.textContent = "m".repeat(150)`);
  assert.equal(await page.look("document.documentElement.scrollWidth"), 390, "long names make nothing to scroll sideways");
  await page.look(`setPredict(true); go(${last - 1}); forward()`);
  assert.match(await page.look(text("asked")), /^Play was followed only 3 plies\. Which move looks best for .* so far\?$/);
  await page.close();
}

// A lesson hides what comes after a question until it is answered.
async function lesson() {
  const page = await open("lesson");
  const seen = `[...document.querySelector("main").children].filter((each) => each.getBoundingClientRect().height > 0).length`;
  const all = await page.look(seen);
  await page.look(`document.getElementById("predict").click()`);
  assert.ok(await page.look(seen) < all);
  await page.look(`document.querySelector('.question button[data-right="false"]').click()`);
  assert.equal(await page.look(`document.querySelector(".verdict").textContent`), "No.");
  assert.equal(await page.look(`document.querySelector(".question details").open`), true);
  assert.equal(await page.look(seen), all);
  await shown(page, "lesson");
  assert.equal(await page.look(`[...document.querySelectorAll("figure")].every((each) => each.scrollWidth <= each.clientWidth)`), true, "no note is cut off");
  await page.close();
}

// Sheets: solutions are folded, and open with a key.
async function sheets() {
  for (const kind of ["values", "cuts", "best-move", "window", "memo"]) {
    const page = await open(`sheet-${kind}`);
    assert.equal(await page.look(`document.querySelectorAll("article").length`), 3);
    assert.equal(await page.look(`document.querySelectorAll("details[open]").length`), 0);
    await page.look(`document.querySelector("summary").focus()`);
    await page.key("Enter");
    assert.equal(await page.look(`document.querySelectorAll("details[open]").length`), 1);
    await shown(page, `sheet-${kind}`);
    await page.close();
  }
}

await browser.run([wallets, drawing, nodes, addresses, folding, predicting, horizons, lesson, sheets], "the pages were walked through in a browser: the cut reads as it should");
