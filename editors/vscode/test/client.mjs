// Loads the bundle under a `vscode` that is only pretended, and runs its client against `zug lsp`.
// `ZUG` names the program; without it only the bundle is loaded, which is then said.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import Module from "node:module";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

const here = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
const { contributes } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

// A `vscode` that has everything and does nothing, but for what the extension itself asks.
const registered = new Map();
const anything = () => new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === "then" ? undefined : anything()),
  apply: () => anything(),
  construct: () => anything(),
});
const pretended = {
  commands: { registerCommand: (name, run) => { registered.set(name, run); return { dispose() {} }; } },
  workspace: { textDocuments: [], getConfiguration: () => ({ get: () => "a program that is not there" }) },
  window: { showErrorMessage: (text) => { pretended.said = text; } },
};
const vscode = new Proxy(pretended, { get: (known, name) => known[name] ?? anything() });
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require(join(here, "dist/extension.js"));
Module._load = load;
assert.equal(typeof extension.activate, "function");
assert.equal(typeof extension.deactivate, "function");
await extension.activate({ subscriptions: [] }).catch(() => undefined);
// Those of the server are registered once it has started, which test/activate.mjs looks at.
const ofServer = ["zug.check", "zug.solve", "zug.show"];
for (const { command } of contributes.commands) assert.ok(ofServer.includes(command) || registered.has(command), `${command} is not registered`);
console.log("the bundle of the extension is loaded and registers its commands");

const { page } = require(join(here, "src/page.js"));
const drawn = page({ svg: "<svg></svg>", turn: "A<B", over: null, moves: ["a\"1"] }, ["x"], "");
assert.ok(drawn.includes("A&lt;B to move") && drawn.includes("a&quot;1") && !drawn.includes("A<B"));
assert.ok(page(undefined, [], "the definition has errors").includes("the definition has errors"));

/** A conversation with the server. */
class Conversation {
  constructor(program) {
    this.server = spawn(program, ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((resolve) => this.server.on("exit", resolve));
    this.waiting = new Map();
    this.buffer = Buffer.alloc(0);
    this.server.stdout.on("data", (data) => this.read(data));
  }
  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const head = this.buffer.indexOf("\r\n\r\n");
      const length = head < 0 ? NaN : Number(/Content-Length: (\d+)/.exec(this.buffer.subarray(0, head))[1]);
      if (!(this.buffer.length >= head + 4 + length)) return;
      const message = JSON.parse(this.buffer.subarray(head + 4, head + 4 + length));
      this.buffer = this.buffer.subarray(head + 4 + length);
      if (message.method === "textDocument/publishDiagnostics") this.waiting.get("diagnostics")?.(message.params);
      else if (this.waiting.has(message.id)) this.waiting.get(message.id)(message);
    }
  }
  send(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  on(what) { return new Promise((resolve) => this.waiting.set(what, resolve)); }
  ask(id, method, params) {
    const answer = this.on(id);
    this.send({ id, method, params });
    return answer;
  }
}

if (!process.env.ZUG) {
  console.log("NOT RUN: the server of the extension: ZUG names no program");
} else {
  const talk = new Conversation(process.env.ZUG);
  const { result } = await talk.ask(1, "initialize", { capabilities: {}, initializationOptions: { commands: ["zug.play", "zug.preview"] } });
  assert.ok(result.capabilities.hoverProvider);
  talk.send({ method: "initialized", params: {} });
  const diagnostics = talk.on("diagnostics");
  const text = 'game "G"\nplayers A, B\nstate { left: 0..3 = 3 }\nmove take when left > 0 { left -= 1 }\nstuck => me loses\n';
  talk.send({ method: "textDocument/didOpen", params: { textDocument: { uri: "file:///g.game", languageId: "zug", version: 1, text } } });
  assert.deepEqual((await diagnostics).diagnostics, []);
  const lenses = await talk.ask(2, "textDocument/codeLens", { textDocument: { uri: "file:///g.game" } });
  const commands = lenses.result.map((lens) => lens.command.command);
  for (const name of ["zug.play", "zug.preview"]) assert.ok(commands.includes(name) && registered.has(name));
  const picture = await talk.ask(3, "zug/picture", { uri: "file:///g.game", moves: "take" });
  assert.ok(page(picture.result, ["take"], "").includes("B to move"));
  await talk.ask(4, "shutdown");
  talk.send({ method: "exit" });
  assert.equal(await talk.ended, 0);
  console.log("the server answers the extension: lenses, pictures, goodbye");
}
process.exit(0);
