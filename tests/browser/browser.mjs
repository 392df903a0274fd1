// Drives Chromium through the pipe of its debugging protocol: opens pages, presses keys, clicks, takes pictures, listens for problems.
import { spawn } from "node:child_process";
import { writeFileSync, mkdirSync, readFileSync } from "node:fs";

const [browser, folder, pictures, axe] = process.argv.slice(2);
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${folder}/profile`];
const child = spawn(browser, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const waiting = new Map();
/** Addresses that pages asked for. */
export const requests = [];
/** Exceptions, and errors of the console. */
export const problems = [];
let last = 0;
let rest = "";
child.stdio[4].on("data", (bytes) => {
  const parts = (rest + bytes).split("\0");
  rest = parts.pop();
  for (const part of parts) {
    const message = JSON.parse(part);
    if (message.id) waiting.get(message.id)(message);
    if (message.method === "Network.requestWillBeSent") requests.push(message.params.request.url);
    if (message.method === "Runtime.exceptionThrown") problems.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
    if (message.method === "Log.entryAdded" && message.params.entry.level === "error") problems.push(message.params.entry.text);
    if (message.method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(message.params.type)) problems.push(JSON.stringify(message.params.args));
  }
});
const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
  const id = ++last;
  waiting.set(id, (message) => (message.error ? reject(new Error(message.error.message)) : resolve(message.result)));
  child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
});

/** A page of the folder; the address may end with `#..`. */
export async function open(name, hash = "") {
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
      const codes = { ArrowRight: 39, ArrowLeft: 37, Home: 36, End: 35, Tab: 9, Enter: 13 };
      const event = { key, code, windowsVirtualKeyCode: codes[key], ...(key === "Enter" ? { text: "\r" } : {}) };
      await call("Input.dispatchKeyEvent", { type: "keyDown", ...event });
      await call("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    async type(text) {
      for (const key of text) await call("Input.insertText", { text: key });
    },
    /** Clicks in the middle of an element. */
    async click(selector) {
      const where = `(() => { const at = document.querySelector(${JSON.stringify(selector)}); at.scrollIntoView({ block: "nearest" }); const box = at.getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()`;
      const place = await page.look(where);
      for (const type of ["mousePressed", "mouseReleased"]) await call("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: 1 });
      await page.look("new Promise((done) => setTimeout(done, 30))");
    },
    /** What an accessibility checker finds wrong; without one, what our own walk finds. */
    async wrong() {
      if (!axe) return page.look(nameless);
      await page.look(readFileSync(axe, "utf8") + "; 0");
      return page.look(`axe.run(document, { resultTypes: ["violations"] }).then((found) => found.violations.map((each) => each.id + ": " + each.nodes.map((node) => node.target.join(" ") + " " + (node.any[0] || node.all[0] || node.none[0] || {}).message).slice(0, 4).join(" | ")))`);
    },
    close: () => send("Target.closeTarget", { targetId }),
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
  for (const domain of ["Network", "Runtime", "Page", "Log"]) await call(`${domain}.enable`);
  await page.size(1280, 800);
  await call("Page.navigate", { url: `file://${folder}/${name}.html${hash}` });
  await page.look("new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))");
  while (!(await page.look("document.getElementById('count')?.textContent || !document.getElementById('slider')"))) await new Promise((done) => setTimeout(done, 50));
  return page;
}

// Buttons, fields and pictures without a name, pages without a language or title, names used twice.
const nameless = `(() => {
  const named = (each) => each.getAttribute("aria-label") || each.getAttribute("aria-labelledby") || each.closest("label") || each.textContent.trim();
  const found = [...document.querySelectorAll("button, input, select, svg, summary, [role=button], [tabindex]:not(section)")].filter((each) => !named(each)).map((each) => "no name: " + each.outerHTML.slice(0, 80));
  if (!document.documentElement.lang || !document.title) found.push("no language or title");
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  return found.concat(ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => "twice: " + id));
})()`;

/** Ends the browser and the program. */
export function end(failed) {
  child.kill();
  child.on("exit", () => process.exit(failed ? 1 : 0));
}

/** Runs tests one after the other, and ends with the first that fails. */
export async function run(tests) {
  let failed = null;
  try {
    for (const test of tests) await test();
  } catch (error) {
    failed = error;
    console.error(error);
  }
  end(failed);
}

export const text = (id) => `document.getElementById("${id}").textContent`;
