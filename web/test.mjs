// Does on the page of the playground what a newcomer does.
//   node test.mjs BROWSER PAGE FOLDER [PICTURES]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { pause, started, text } from "../tests/browser/browser.mjs";
import { bytes, letters } from "./src/letters.js";

for (let size = 0; size < 200; size++) {
  for (const byte of [(at) => (at * 167 + size * 31) & 255, () => 0, () => 255]) {
    const some = Uint8Array.from({ length: size }, (_, at) => byte(at));
    assert.deepEqual(bytes(letters(some)), some);
  }
}

const [program, file, folder, pictures] = process.argv.slice(2);
const browser = started(program, folder, { pictures });
const home = `file://${file}`;
const open = (address) => browser.open(address, `document.documentElement.dataset.ready === "yes"`);

/** Clicks an element that a selector finds. */
const click = (page, selector) => page.click(`document.querySelector(${JSON.stringify(selector)})`);

/** Chooses a tab; a picture that came at this moment makes a click miss it. */
async function tab(page, name) {
  for (let tries = 0; tries < 20; tries++) {
    await click(page, `#tab-${name}`);
    await pause(60);
    if (await page.look(`document.getElementById("tab-${name}").getAttribute("aria-selected") === "true"`)) return;
  }
  throw new Error(`${name} was not chosen`);
}

/** A mistake is typed, told, and mended by a click. */
async function writes(page) {
  await page.until(`${text("verdict")} === "no mistakes"`);
  await page.until(`document.querySelector(".cm-content .zug-keyword")`);
  await page.look(`document.querySelector(".cm-content").focus()`);
  await page.key("End", 2);
  await page.type("\nexpect valu = draw\n");
  await page.until(`document.querySelector(".cm-lintRange-error") && /error/.test(${text("verdict")})`);
  await page.picture("mistake");
  assert.equal(await page.look(`document.querySelectorAll("#mistakes li.error").length > 0`), true);
  await click(page, "#mistakes .fix");
  await page.until(`${text("verdict")} === "no mistakes"`);
  assert.match(await page.look(`document.querySelector(".cm-content").innerText`), /expect value = draw/);
}

/** Moves are played by clicks and by keys, and answered by perfect play. */
async function plays(page) {
  await page.until(`/Value: draw/.test(${text("value")})`);
  assert.equal(await page.look(`document.querySelectorAll("#board .target").length`), 9);
  await click(page, `#board .target[data-moves="b2"]`);
  await page.until(`document.querySelectorAll("#line .done").length === 2`);
  assert.match(await page.look(text("line")), /1\. b2/);
  await page.until(`/X to move. Value: draw/.test(${text("value")})`);
  await page.until(`document.querySelectorAll("#panel .chip").length === 7`);
  await page.picture("play");
  await page.look(`document.activeElement.blur()`);
  await page.key("ArrowLeft");
  await page.until(`document.querySelectorAll("#line .done").length === 1 && document.querySelectorAll("#line .ahead").length === 1`);
  await page.key("ArrowRight");
  await page.until(`document.querySelectorAll("#line .done").length === 2`);
  await page.look(`document.querySelector("#board .target").focus()`);
  await page.key("Enter");
  await page.until(`document.querySelectorAll("#line .done").length === 4`);
}

/** Everything that is told beside the board. */
async function reads(page) {
  await tab(page, "curve");
  await page.until(`document.querySelectorAll("#panel circle.unknown").length === 0 && document.querySelectorAll("#panel circle").length === 5`);
  await page.picture("curve");
  await tab(page, "facts");
  const judged = `[...document.querySelectorAll(".facts li")].every((fact) => fact.querySelector(".holds, .fails, .unknown"))`;
  await page.until(`document.querySelectorAll(".facts li").length >= 5 && ${judged}`, 240);
  assert.equal(await page.look(`document.querySelectorAll(".facts .unknown").length`), 0);
  assert.equal(await page.look(`document.querySelectorAll(".facts .fails").length`), 0);
  await page.picture("facts");
  await tab(page, "answer");
  await page.until(`/because/.test(${text("panel")})`);
  await tab(page, "info");
  await page.until(`/symmetry/.test(${text("panel")})`);
  await tab(page, "search");
  await page.until(`document.querySelector("#panel iframe")`);
  await page.look(`document.querySelector("#panel iframe").scrollIntoView()`);
  await pause(500);
  await page.picture("search");
}

/** What was shared is there when it is opened again. */
async function shares(page) {
  await tab(page, "moves");
  const moves = await page.look(text("line"));
  await click(page, "#share");
  await page.until(`/address/.test(${text("told")})`);
  const address = await page.look("location.href");
  const other = await open(address);
  await other.until(`${text("line")} === ${JSON.stringify(moves)}`);
  assert.match(await other.look(`document.querySelector(".cm-content").innerText`), /Tic-tac-toe/);
  assert.equal(await other.look("document.body.dataset.pane"), "play");
  await other.close();
}

/** The sizes of screens, light and dark: nothing to scroll sideways, and every control has a name. */
async function fits(page) {
  for (const [width, height, dark] of [[1280, 900, false], [1280, 900, true], [390, 844, false], [390, 844, true]]) {
    await page.size(width, height, dark);
    for (const pane of ["rules", "play"]) {
      if (width < 600) await click(page, `#show-${pane}`);
      assert.equal(await page.look("document.documentElement.scrollWidth <= innerWidth"), true, `${width} wide, ${pane}`);
      await page.picture(`${pane}-${width}${dark ? "-dark" : ""}`);
    }
  }
  const nameless = `[...document.querySelectorAll("button, input, select, [role=button]")].filter((each) => !each.getAttribute("aria-label") && !each.closest("label") && !each.textContent.trim()).length`;
  assert.equal(await page.look(nameless), 0);
  await page.size(1280, 900);
}

/** The page is fetched whole before anything is seen. */
async function isSmall() {
  const size = gzipSync(readFileSync(file), { level: 9 }).length;
  assert.ok(size < 1_500_000, `the page has ${size} bytes compressed, and 1,500,000 is the aim`);
}

/** Another game: a piece goes from one place to another by two clicks. */
async function moves(page) {
  await page.look(`(() => { const list = document.getElementById("examples"); list.value = "library/hexapawn"; list.dispatchEvent(new Event("change")); })()`);
  await page.until(`/to move. Value/.test(${text("value")}) && document.querySelectorAll("#line button").length === 0 && document.querySelectorAll("#board .target").length === 3`);
  await click(page, "#board .target");
  await page.until(`document.querySelector("#board .picked")`);
  await click(page, "#board .target");
  await page.until(`document.querySelectorAll("#line .done").length === 2`);
  await page.picture("hexapawn");
}

/** How quick it is. Nothing hangs on it: machines differ. */
async function measures(page) {
  const times = [];
  for (let at = 0; at < 5; at++) {
    await page.look(`delete document.documentElement.dataset.checked; document.querySelector(".cm-content").focus()`);
    await page.type(" ");
    await page.until(`document.documentElement.dataset.checked`);
    times.push(Number(await page.look(`document.documentElement.dataset.checked`)));
  }
  const began = Date.now();
  await page.look(`(() => { const list = document.getElementById("examples"); list.value = "library/connect_four"; list.dispatchEvent(new Event("change")); })()`);
  await page.until(`document.querySelector("#settings [name=columns]")`);
  await page.look(`(() => { for (const [name, value] of [["columns", 5], ["rows", 4]]) { const input = document.querySelector("#settings [name=" + name + "]"); input.value = value; input.dispatchEvent(new Event("change")); } })()`);
  const solving = Date.now();
  await tab(page, "answer");
  await page.until(`/because/.test(${text("panel")})`);
  console.log(`typing to diagnostics ${Math.min(...times)} to ${Math.max(...times)} ms; Connect Four 5 x 4 answered after ${Date.now() - solving} ms (opened after ${solving - began} ms)`);
  await page.picture("connect_four");
}

/** An address has the settings, the tab and the side of a narrow screen, too. */
async function sharesAll(page) {
  await page.size(390, 844);
  await click(page, "#show-play");
  await tab(page, "info");
  await page.until(`/bits in/.test(${text("panel")})`);
  // What the last sharing said is gone, so that this one is waited for.
  await page.look(`document.getElementById("told").textContent = ""`);
  await click(page, "#share");
  await page.until(`/address/.test(${text("told")})`);
  const other = await open(await page.look("location.href"));
  await other.until(`document.querySelector("#settings [name=columns]")?.value === "5"`);
  assert.equal(await other.look(`document.querySelector("#settings [name=rows]").value`), "4");
  await other.until(`document.querySelector("[role=tab][aria-selected=true]").id === "tab-info"`);
  assert.equal(await other.look("document.body.dataset.pane"), "play");
  await other.close();
  await page.size(1280, 900);
}

/** How soon it is told what is wrong with the rules, after a key in every game of the library. The least of three times counts, for other work goes on beside; nothing hangs on it. */
async function typesInEvery(page) {
  const games = await page.look(`[...document.querySelectorAll("#examples option")].map((each) => each.value).filter((value) => value.startsWith("library/"))`);
  assert.ok(games.length > 100, `${games.length} games`);
  const told = [];
  for (const game of games) {
    await page.look(`(() => { delete document.documentElement.dataset.checked; const list = document.getElementById("examples"); list.value = ${JSON.stringify(game)}; list.dispatchEvent(new Event("change")); })()`);
    await page.until("document.documentElement.dataset.checked");
    const times = [];
    for (let at = 0; at < 3; at++) {
      await page.look(`delete document.documentElement.dataset.checked; document.querySelector(".cm-content").focus()`);
      await page.type(" ");
      await page.until("document.documentElement.dataset.checked");
      times.push(Number(await page.look("document.documentElement.dataset.checked")));
    }
    told.push([Math.min(...times), game.replace("library/", "")]);
  }
  told.sort((one, other) => other[0] - one[0]);
  console.log(`typing to diagnostics in ${games.length} games: ${told.filter(([time]) => time < 30).length} under 30 ms; the slowest ${told.slice(0, 3).map(([time, game]) => `${game} ${time} ms`).join(", ")}`);
}

/** A long search ends at once when the reader wants that, and the page goes on. */
async function stops(page) {
  await tab(page, "moves");
  await page.look(`(() => { const list = document.getElementById("examples"); list.value = "library/chess"; list.dispatchEvent(new Event("change")); })()`);
  await page.until(`!document.getElementById("stop").disabled && /White/.test(${text("value")})`);
  await click(page, "#stop");
  await page.until(`document.getElementById("stop").disabled`, 10);
  assert.equal(await page.look(text("work")), "stopped");
  await page.look(`document.querySelector("#board .target").focus()`);
  await page.picture("chess");
}

async function embeds() {
  const page = await open(`${home}?embed&game=hexapawn`);
  await page.until(`document.querySelectorAll("#board .target").length === 3`);
  assert.equal(await page.look(`getComputedStyle(document.querySelector("h1")).display`), "none");
  await page.close();
  const broken = await open(`${home}#this-is-no-state`);
  await broken.until(`${text("verdict")} === "no mistakes"`);
  await broken.close();
}

/** One page after the other, in this order. */
async function used() {
  const page = await open(home);
  for (const each of [writes, plays, reads, shares, fits, moves, measures, sharesAll, typesInEvery, stops]) await each(page);
}

await browser.run([isSmall, used, embeds], "the playground was used in a browser: a mistake mended, moves played and answered, an address shared");
