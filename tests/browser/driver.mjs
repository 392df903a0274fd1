// Drives Chromium through the pipe of its debugging protocol, and keeps what it loads and what goes wrong.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

const KEYS = { ArrowRight: 39, ArrowLeft: 37, Home: 36, End: 35, Tab: 9, Enter: 13, Escape: 27 };

/** Starts a browser whose profile lies in a folder; pictures go to another one, if it is named. */
export function started(browser, folder, pictures) {
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${folder}/profile`];
  const child = spawn(browser, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const waiting = new Map();
  const [requests, problems] = [[], []];
  let last = 0;
  let rest = "";
  const heard = ({ id, method, params, ...message }) => {
    if (id) waiting.get(id)(message);
    if (method === "Network.requestWillBeSent") requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type)) problems.push(params.args.map((each) => each.value ?? each.description).join(" "));
    if (method === "Log.entryAdded" && ["error", "warning"].includes(params.entry.level)) problems.push(params.entry.text);
  };
  child.stdio[4].on("data", (bytes) => {
    const parts = (rest + bytes).split("\0");
    rest = parts.pop();
    for (const part of parts) heard(JSON.parse(part));
  });
  const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, (message) => (message.error ? reject(new Error(`${method}: ${message.error.message}`)) : resolve(message.result)));
    child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  });
  const stop = (failed) => { child.kill(); child.on("exit", () => process.exit(failed ? 1 : 0)); };
  return { requests, problems, stop, open: (name, ready) => opened(send, folder, pictures, name, ready) };
}

async function opened(send, folder, pictures, name, ready) {
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
    async until(expression) {
      for (let round = 0; round < 800; round++) {
        if (await page.look(expression)) return;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error(`never true: ${expression}`);
    },
    async key(key, text = undefined) {
      const event = { key, code: key, windowsVirtualKeyCode: KEYS[key], text: key === "Enter" ? "\r" : text };
      await call("Input.dispatchKeyEvent", { type: "keyDown", ...event });
      await call("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    async type(text) {
      await call("Input.insertText", { text });
    },
    /** The middle of an element, scrolled into sight. */
    async middle(element) {
      return page.look(`(() => { const it = ${element}; it.scrollIntoView({ block: "center" }); const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()`);
    },
    async mouse(type, [x, y]) {
      await call("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1 });
    },
    async click(element) {
      const at = await page.middle(element);
      await page.mouse("mousePressed", at);
      await page.mouse("mouseReleased", at);
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
  for (const domain of ["Network", "Runtime", "Page", "Log"]) await call(`${domain}.enable`);
  await page.size(1280, 800);
  await call("Page.navigate", { url: `file://${folder}/${name}.html` });
  await page.look("new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))");
  await page.until(ready);
  return page;
}
