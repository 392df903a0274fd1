// Drives Chromium through the pipe of its debugging protocol, and holds what a reader of the page would see.
//   node walk.mjs BROWSER FOLDER [PICTURES]
import { spawn } from "node:child_process";
import { writeFileSync, mkdirSync } from "node:fs";
import assert from "node:assert/strict";

const [browser, folder, pictures] = process.argv.slice(2);
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${folder}/profile`];
const child = spawn(browser, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const waiting = new Map();
const requests = [];
const problems = [];
let last = 0;
let rest = "";
child.stdio[4].on("data", (bytes) => {
  const parts = (rest + bytes).split("\0");
  rest = parts.pop();
  for (const part of parts) {
    const message = JSON.parse(part);
    if (message.id) waiting.get(message.id)(message);
    if (message.method === "Network.requestWillBeSent") requests.push(message.params.request.url);
    if (message.method === "Runtime.exceptionThrown") problems.push(message.params.exceptionDetails.text);
  }
});
const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
  const id = ++last;
  waiting.set(id, (message) => (message.error ? reject(new Error(message.error.message)) : resolve(message.result)));
  child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
});

async function open(name) {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  const page = {
    call,
    async look(expression) {
      const { result, exceptionDetails } = await call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
      if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
      return result.value;
    },
    async key(key, code = key) {
      const codes = { ArrowRight: 39, ArrowLeft: 37, Home: 36, End: 35 };
      const event = { key, code, windowsVirtualKeyCode: codes[key] };
      await call("Input.dispatchKeyEvent", { type: "keyDown", ...event });
      await call("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    async size(width, height, dark = false) {
      await call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
      await call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
      await page.look("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 250)))");
    },
    async picture(file) {
      if (!pictures) return;
      mkdirSync(pictures, { recursive: true });
      const { data } = await call("Page.captureScreenshot", { format: "png" });
      writeFileSync(`${pictures}/${file}.png`, Buffer.from(data, "base64"));
    },
  };
  for (const domain of ["Network", "Runtime", "Page"]) await call(`${domain}.enable`);
  await page.size(1280, 800);
  await call("Page.navigate", { url: `file://${folder}/${name}.html` });
  await page.look("new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))");
  while (!(await page.look("document.getElementById('count')?.textContent || ''"))) await new Promise((done) => setTimeout(done, 50));
  return page;
}

const text = (id) => `document.getElementById("${id}").textContent`;
const code = `document.querySelector("#code [aria-current]")?.textContent || ""`;

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
      assert.equal(await page.look(`document.querySelector("#tree-alphabeta .strike:not(.hide)") !== null`), true);
      assert.equal(await page.look(`[...document.querySelectorAll("#stack tbody tr")].map((row) => row.cells[0].textContent).join(" / ")`), "start / choose right");
      assert.equal(await page.look(`[...document.querySelector("#stack tbody tr:last-child").cells].slice(2).map((cell) => cell.textContent).join(" ")`), "2 1 1");
      await page.picture("wallets-cut");
    }
  }
  assert.equal(cut, "Cut: 1 <= alpha = 2, set by You with choose left at ply 0. 1 move need not be looked at.");
  const over = said.filter((line) => line.startsWith("Play is over"));
  assert.deepEqual(over, ["Play is over: 2.", "Play is over: 4.", "Play is over: 1."]);
  assert.equal(await page.look(`document.getElementById("forward").disabled`), true);
  await page.key("ArrowLeft");
  assert.equal(await page.look(text("count")), `step ${total - 1} of ${total}`);
  await page.key("Home");
  assert.equal(await page.look(text("said")), said[0]);
  assert.equal(await page.look(`document.querySelectorAll("#tree-alphabeta .strike:not(.hide)").length`), 0);
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
  assert.equal(await page.look(`document.querySelectorAll("#stage svg:not([hidden])").length`), 1);
  await page.key("End");
  assert.match(await page.look(text("said")), /its value is 2\.$/);
  const before = await page.look(`document.getElementById("tree-minimax").getAttribute("viewBox")`);
  await page.look(`document.getElementById("zoom-in").click()`);
  assert.notEqual(await page.look(`document.getElementById("tree-minimax").getAttribute("viewBox")`), before);
  const back = `getComputedStyle(document.body).backgroundColor`;
  const colour = await page.look(back);
  await page.look(`document.getElementById("theme").click()`);
  assert.notEqual(await page.look(back), colour);
  await page.look(`document.getElementById("theme").click()`);
  const nameless = `[...document.querySelectorAll("button, input")].filter((each) => !each.getAttribute("aria-label") && !each.closest("label")).length`;
  assert.equal(await page.look(nameless), 0);
}

async function shown(page, name) {
  await page.look(`document.getElementById("choose-memo").click(); document.documentElement.removeAttribute("data-theme")`);
  for (const [width, height, dark] of [[1280, 800, false], [1280, 800, true], [390, 844, false], [1920, 1080, false]]) {
    await page.size(width, height, dark);
    await page.key("End");
    assert.equal(await page.look("document.documentElement.scrollWidth <= innerWidth"), true, `${width} wide: nothing to scroll sideways`);
    await page.picture(`${name}-${width}${dark ? "-dark" : ""}`);
  }
}

let failed = null;
try {
  await wallets();
  const page = await open("tic_tac_toe");
  for (let step = 0; step < 12; step++) await page.key("ArrowRight");
  await page.picture("tic_tac_toe-steps");
  assert.match(await page.look(text("board")), /3 O \. X/);
  await shown(page, "tic_tac_toe");
  assert.deepEqual(problems, []);
  assert.deepEqual(requests.filter((url) => !url.startsWith("file:")), [], "nothing is loaded from anywhere");
  console.log("the page was stepped through in a browser: the cut reads as it should");
} catch (error) {
  failed = error;
  console.error(error);
}
child.kill();
child.on("exit", () => process.exit(failed ? 1 : 0));
