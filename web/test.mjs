// Drives Chromium through the pipe of its debugging protocol, and does on the page of the playground what a newcomer does.
//   node test.mjs BROWSER PAGE FOLDER [PICTURES]
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import assert from "node:assert/strict";

const [browser, file, folder, pictures] = process.argv.slice(2);
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${folder}/profile`];
const child = spawn(browser, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const waiting = new Map();
const problems = [];
const requests = [];
let last = 0;
let rest = "";
child.stdio[4].on("data", (bytes) => {
  const parts = (rest + bytes).split("\0");
  rest = parts.pop();
  for (const part of parts) {
    const { id, method, params, error, result } = JSON.parse(part);
    if (id) waiting.get(id)(error, result);
    if (method === "Network.requestWillBeSent") requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level === "error") problems.push(params.entry.text);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") problems.push(JSON.stringify(params.args));
  }
});
const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
  const id = ++last;
  waiting.set(id, (error, result) => (error ? reject(new Error(error.message)) : resolve(result)));
  child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
});
const pause = (time) => new Promise((done) => setTimeout(done, time));

async function open(address) {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  for (const domain of ["Network", "Runtime", "Page", "Log"]) await call(`${domain}.enable`);
  const page = {
    call,
    close: () => send("Target.closeTarget", { targetId }),
    async look(expression) {
      const { result, exceptionDetails } = await call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
      if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
      return result.value;
    },
    /** Waits until an expression is true; machines may be slow. */
    async until(expression, seconds = 90) {
      for (const end = Date.now() + 1000 * seconds; Date.now() < end; await pause(40)) if (await page.look(`Boolean(${expression})`)) return;
      await page.picture("failed");
      const seen = ["verdict", "value", "line", "panel", "work", "told"].map((id) => `${id}: document.getElementById("${id}").innerText`);
      throw new Error(`never: ${expression}; ${JSON.stringify(await page.look(`({ ${seen.join(", ")} })`))}`);
    },
    /** Clicks what stands still: pictures that come later move what is below them. */
    async click(selector) {
      const where = `(() => { const at = document.querySelector(${JSON.stringify(selector)}); if (!at) return null; at.scrollIntoView({ block: "center" }); const box = at.getBoundingClientRect(); const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }; return at.contains(document.elementFromPoint(place.x, place.y)) ? place : null; })()`;
      let place = null;
      for (let tries = 0; tries < 200; tries++) {
        const before = place;
        place = await page.look(where);
        if (place && before?.x === place.x && before?.y === place.y) break;
        await pause(50);
      }
      assert.ok(place, `${selector} cannot be clicked`);
      await call("Input.dispatchMouseEvent", { type: "mouseMoved", ...place });
      for (const type of ["mousePressed", "mouseReleased"]) await call("Input.dispatchMouseEvent", { type, button: "left", clickCount: 1, ...place });
    },
    /** Chooses a tab; a picture that came at this moment makes a click miss it. */
    async tab(name) {
      for (let tries = 0; tries < 20; tries++) {
        await page.click(`#tab-${name}`);
        await pause(60);
        if (await page.look(`document.getElementById("tab-${name}").getAttribute("aria-selected") === "true"`)) return;
      }
      throw new Error(`${name} was not chosen`);
    },
    async key(key, modifiers = 0) {
      const codes = { Enter: 13, ArrowLeft: 37, ArrowRight: 39, End: 35, Tab: 9, Backspace: 8, Escape: 27 };
      const event = { key, code: key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0), modifiers };
      await call("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
      await call("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    type: (text) => call("Input.insertText", { text }),
    async size(width, height, dark = false) {
      await call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
      await call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
      await page.look("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 250)))");
    },
    async picture(name) {
      if (!pictures) return;
      mkdirSync(pictures, { recursive: true });
      const { data } = await call("Page.captureScreenshot", { format: "png" });
      writeFileSync(`${pictures}/${name}.png`, Buffer.from(data, "base64"));
    },
  };
  await page.size(1280, 900);
  await call("Page.navigate", { url: address });
  await page.until(`document.documentElement?.dataset.ready === "yes"`);
  return page;
}

const home = `file://${file}`;
const text = (id) => `document.getElementById("${id}").textContent`;

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
  await page.click("#mistakes .fix");
  await page.until(`${text("verdict")} === "no mistakes"`);
  assert.match(await page.look(`document.querySelector(".cm-content").innerText`), /expect value = draw/);
}

/** Moves are played by clicks and by keys, and answered by perfect play. */
async function plays(page) {
  await page.until(`/Value: draw/.test(${text("value")})`);
  assert.equal(await page.look(`document.querySelectorAll("#board .target").length`), 9);
  await page.click(`#board .target[data-moves="b2"]`);
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
  await page.tab("curve");
  await page.until(`document.querySelectorAll("#panel circle.unknown").length === 0 && document.querySelectorAll("#panel circle").length === 5`);
  await page.picture("curve");
  await page.tab("facts");
  await page.until(`document.querySelectorAll(".facts .holds").length > 10`, 240);
  assert.equal(await page.look(`document.querySelectorAll(".facts .fails").length`), 0);
  await page.picture("facts");
  await page.tab("answer");
  await page.until(`/because/.test(${text("panel")})`);
  await page.tab("info");
  await page.until(`/symmetry/.test(${text("panel")})`);
  await page.tab("search");
  await page.until(`document.querySelector("#panel iframe")`);
  await page.look(`document.querySelector("#panel iframe").scrollIntoView()`);
  await pause(500);
  await page.picture("search");
}

/** What was shared is there when it is opened again. */
async function shares(page) {
  await page.tab("moves");
  const moves = await page.look(text("line"));
  await page.click("#share");
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
      if (width < 600) await page.click(`#show-${pane}`);
      assert.equal(await page.look("document.documentElement.scrollWidth <= innerWidth"), true, `${width} wide, ${pane}`);
      await page.picture(`${pane}-${width}${dark ? "-dark" : ""}`);
    }
  }
  const nameless = `[...document.querySelectorAll("button, input, select, [role=button]")].filter((each) => !each.getAttribute("aria-label") && !each.closest("label") && !each.textContent.trim()).length`;
  assert.equal(await page.look(nameless), 0);
  await page.size(1280, 900);
}

/** Another game: a piece goes from one place to another by two clicks. */
async function moves(page) {
  await page.look(`(() => { const list = document.getElementById("examples"); list.value = "library/hexapawn"; list.dispatchEvent(new Event("change")); })()`);
  await page.until(`/to move. Value/.test(${text("value")}) && document.querySelectorAll("#line button").length === 0 && document.querySelectorAll("#board .target").length === 3`);
  await page.click("#board .target");
  await page.until(`document.querySelector("#board .picked")`);
  await page.click("#board .target");
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
  await page.tab("answer");
  await page.until(`/because/.test(${text("panel")})`);
  console.log(`typing to diagnostics ${Math.min(...times)} to ${Math.max(...times)} ms; Connect Four 5 x 4 answered after ${Date.now() - solving} ms (opened after ${solving - began} ms)`);
  await page.picture("connect_four");
}

/** A long search ends at once when the reader wants that, and the page goes on. */
async function stops(page) {
  await page.tab("moves");
  await page.look(`(() => { const list = document.getElementById("examples"); list.value = "library/chess"; list.dispatchEvent(new Event("change")); })()`);
  await page.until(`!document.getElementById("stop").disabled && /White/.test(${text("value")})`);
  await page.click("#stop");
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

let failed = null;
try {
  const page = await open(home);
  for (const each of [writes, plays, reads, shares, fits, moves, measures, stops]) await each(page);
  await embeds();
  assert.deepEqual(problems, []);
  assert.deepEqual(requests.filter((url) => !/^(file|blob|data|about):/.test(url)), [], "nothing is loaded from anywhere");
  console.log("the playground was used in a browser: a mistake mended, moves played and answered, an address shared");
} catch (error) {
  failed = error;
  console.error(error, problems);
}
child.kill();
child.on("exit", () => process.exit(failed ? 1 : 0));
