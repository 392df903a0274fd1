// Drives Chromium through the pipe of its debugging protocol: opens pages, presses keys, clicks, takes pictures, listens for problems.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const CODES = { ArrowRight: 39, ArrowLeft: 37, Home: 36, End: 35, Tab: 9, Enter: 13, Escape: 27 };
const SIZES = [[390, 844], [768, 1024], [1280, 800], [1920, 1080]];

export const pause = (time) => new Promise((done) => setTimeout(done, time));
/** The words of an element, as an expression. */
export const text = (id) => `document.getElementById("${id}").textContent`;

/** Starts a browser whose profile lies in a folder. Pictures go to another one, and the accessibility checker axe-core looks, where they are named. A test that serves its pages names their address as `home`. */
export function started(program, folder, { pictures = "", axe = "", home = "" } = {}) {
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${folder}/profile`];
  const child = spawn(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [requests, problems] = [[], []];
  const send = sender(child, (method, params) => {
    if (method === "Network.requestWillBeSent") requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type)) problems.push(params.args.map((each) => each.value ?? each.description).join(" "));
    if (method === "Log.entryAdded" && ["error", "warning"].includes(params.entry.level)) problems.push(params.entry.text);
  });
  /** Runs tests one after the other, and ends the program with the first that fails. */
  async function run(tests, said) {
    let failed = false;
    try {
      for (const test of tests) await test();
      assert.deepEqual(problems, []);
      assert.deepEqual(requests.filter((url) => !/^(file|data|blob|about):/.test(url) && !(home && url.startsWith(home))), [], "nothing is loaded from anywhere");
      console.log(said);
    } catch (error) {
      failed = true;
      console.error(error, problems);
    }
    child.kill();
    child.on("exit", () => process.exit(failed ? 1 : 0));
  }
  return { run, open: (address, ready) => opened(send, { pictures, axe }, address, ready) };
}

/** What sends a message and waits for its answer; what the browser says by itself is heard. */
function sender(child, heard) {
  const waiting = new Map();
  let last = 0;
  let rest = "";
  child.stdio[4].on("data", (bytes) => {
    const parts = (rest + bytes).split("\0");
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id) waiting.get(message.id)(message);
      else heard(message.method, message.params);
    }
  });
  return (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, ({ error, result }) => (error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result)));
    child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  });
}

/** A page, once an expression is true. Elements are named by expressions. */
async function opened(send, { pictures, axe }, address, ready) {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  const page = {
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
      throw new Error(`never true: ${expression}; the page says: ${await page.look("document.body.innerText")}`);
    },
    async key(key, modifiers = 0) {
      const event = { key, code: key, windowsVirtualKeyCode: CODES[key], modifiers, ...(key === "Enter" ? { text: "\r" } : {}) };
      await call("Input.dispatchKeyEvent", { type: "keyDown", ...event });
      await call("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    },
    type: (text) => call("Input.insertText", { text }),
    /** The middle of an element that is in sight and stands still: pictures that come later move what is below them. */
    async middle(element) {
      const where = `(() => { const it = ${element}; if (!it) return null; it.scrollIntoView({ block: "center" }); const box = it.getBoundingClientRect(); const place = [box.x + box.width / 2, box.y + box.height / 2]; return it.parentNode.contains(document.elementFromPoint(...place)) ? place : null; })()`;
      let before = null;
      for (let tries = 0; tries < 200; tries++, await pause(30)) {
        const place = await page.look(where);
        if (place && String(place) === String(before)) return place;
        before = place;
      }
      throw new Error(`${element} cannot be clicked`);
    },
    async mouse(type, [x, y]) {
      await call("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mousePressed" ? 1 : 0, clickCount: 1 });
    },
    async click(element) {
      const at = await page.middle(element);
      for (const type of ["mousePressed", "mouseReleased"]) await page.mouse(type, at);
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
    /** What has no name, and what an accessibility checker finds wrong if there is one. */
    async wrong() {
      const found = await page.look(NAMELESS);
      if (!axe) return found;
      await page.look(`${readFileSync(axe, "utf8")}; 0`);
      return found.concat(await page.look(`axe.run(document, { resultTypes: ["violations"] }).then((found) => found.violations.map((each) => each.id + ": " + each.nodes.map((node) => node.target.join(" ") + " " + (node.any[0] || node.all[0] || node.none[0] || {}).message).slice(0, 4).join(" | ")))`));
    },
    /** At four widths, light and dark: nothing to scroll sideways, and nothing wrong. */
    async everywhere(name) {
      for (const [width, height] of SIZES) {
        for (const dark of [false, true]) {
          await page.size(width, height, dark);
          assert.equal(await page.look("document.documentElement.scrollWidth <= innerWidth"), true, `${name}, ${width} wide: nothing to scroll sideways`);
          assert.deepEqual(await page.wrong(), [], `${name}, ${width} wide, ${dark ? "dark" : "light"}`);
          await page.picture(`${name}-${width}${dark ? "-dark" : ""}`);
        }
      }
      await page.size(1280, 800);
    },
  };
  for (const domain of ["Network", "Runtime", "Page", "Log"]) await call(`${domain}.enable`);
  await page.size(1280, 800);
  await call("Page.navigate", { url: address });
  await page.look("new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))");
  await page.until(ready);
  return page;
}

// Buttons, fields and pictures without a name, pages without a language or title, names used twice.
const NAMELESS = `(() => {
  const named = (each) => each.getAttribute("aria-label") || each.getAttribute("aria-labelledby") || each.labels?.length || each.closest("label") || each.textContent.trim();
  const found = [...document.querySelectorAll("button, input, select, svg, summary, [role=button], [tabindex]:not(section)")].filter((each) => !named(each)).map((each) => "no name: " + each.outerHTML.slice(0, 80));
  if (!document.documentElement.lang || !document.title) found.push("no language or title");
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  return found.concat(ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => "twice: " + id));
})()`;
