// Activates a bundle under a pretended `vscode` that keeps what it is told, with the server of the program `ZUG`: the client starts
// it, texts are diagnosed, commands answer, the board and the search are shown.
import { createRequire } from "node:module";
import Module from "node:module";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import assert from "node:assert/strict";

if (!process.env.ZUG) {
  console.log("NOT RUN: the extension was not activated: ZUG names no program");
  process.exit(0);
}

const registered = new Map();
const messages = [];
const terminals = [];
const panels = [];
const channels = new Map();
const diagnostics = new Map();

class Emitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self) => {
      const bound = self ? listener.bind(self) : listener;
      this.listeners.add(bound);
      return { dispose: () => this.listeners.delete(bound) };
    };
  }
  fire(what) { for (const listener of [...this.listeners]) listener(what); }
  dispose() { this.listeners.clear(); }
}
class Token { isCancellationRequested = false; onCancellationRequested = () => ({ dispose() {} }); }
class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
class Uri {
  constructor(text) { this.text = text; this.scheme = text.split(":", 1)[0]; this.fsPath = this.path = text.replace(/^file:\/\//, ""); }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(`file://${path}`); }
  toString() { return this.text; }
  with() { return this; }
}
class Kind { constructor(value) { this.value = value; } append(part) { return new Kind(this.value ? `${this.value}.${part}` : part); } }
class Holder { constructor(...parts) { this.parts = parts; } }
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
const disposable = () => ({ dispose() {} });
const events = new Map();
const event = (name) => { if (!events.has(name)) events.set(name, new Emitter()); return events.get(name).event; };

let text = 'game "G"\nplayers A, B\nstate { left: 0..3 = 3 }\nmove take when left > 0 { left -= 1 }\nstuck => me loses\nexpect A wins in 3\n';
const document = {
  uri: new Uri("file:///g.game"), fileName: "/g.game", languageId: "zug", version: 1, isUntitled: false, isDirty: false, isClosed: false, notebook: undefined,
  getText: () => text, save: async () => true,
};
const known = {
  version: "1.100.0",
  commands: { registerCommand: (name, run) => { registered.set(name, run); return disposable(); } },
  workspace: {
    textDocuments: [document], notebookDocuments: [], workspaceFolders: [], name: "test",
    getConfiguration: () => ({ get: (name, otherwise) => ({ command: process.env.ZUG, hintTime: "0s", memory: "256MiB" })[name] ?? otherwise }),
    createFileSystemWatcher: () => ({ onDidCreate: disposable, onDidChange: disposable, onDidDelete: disposable, dispose() {} }),
    registerTextDocumentContentProvider: disposable, getWorkspaceFolder: () => undefined, isTrusted: true,
  },
  window: {
    activeTextEditor: { document }, visibleTextEditors: [], tabGroups: { all: [], activeTabGroup: {}, onDidChangeTabs: event("window.onDidChangeTabs"), onDidChangeTabGroups: event("window.onDidChangeTabGroups") }, state: { focused: true },
    showErrorMessage: async (words) => { messages.push(`error: ${words}`); },
    showWarningMessage: async (words) => { messages.push(`warning: ${words}`); },
    showInformationMessage: async (words) => { messages.push(words); },
    createTerminal: (options) => { terminals.push(options); return { show() {} }; },
    createOutputChannel: (name) => {
      const channel = { name, text: "", append() {}, appendLine() {}, replace(words) { this.text = words; }, clear() {}, show() {}, dispose() {},
        trace() {}, debug() {}, info() {}, warn() {}, error() {}, logLevel: 3, onDidChangeLogLevel: () => disposable() };
      channels.set(name, channel);
      return channel;
    },
    createWebviewPanel: (kind, title) => {
      const panel = { kind, title, received: new Emitter(), disposed: new Emitter(), shown: [], reveal() {} };
      panel.onDidDispose = panel.disposed.event;
      panel.webview = { onDidReceiveMessage: panel.received.event, set html(page) { panel.shown.push(page); }, get html() { return panel.shown.at(-1); } };
      panels.push(panel);
      return panel;
    },
    withProgress: (_, task) => task({ report() {} }, new Token()),
  },
  languages: {
    match: (selector, it) => ([selector].flat().some((one) => (one.language ?? one) === it.languageId) ? 10 : 0),
    createDiagnosticCollection: () => ({ set: (uri, found) => diagnostics.set(uri.toString(), found ?? []), delete: (uri) => diagnostics.delete(uri.toString()),
      clear: () => diagnostics.clear(), get: () => undefined, has: () => false, dispose() {} }),
  },
  env: { language: "en", appName: "test", uriScheme: "test", clipboard: {} },
  extensions: { all: [], getExtension: () => undefined },
  Uri, Position, Range, Diagnostic, EventEmitter: Emitter,
  Disposable: class { constructor(run) { this.dispose = run; } static from() { return disposable(); } },
  CancellationTokenSource: class { token = new Token(); cancel() {} dispose() {} },
  CancellationError: class extends Error {},
  ViewColumn: { Beside: -2 },
  CodeActionKind: { Empty: new Kind(""), QuickFix: new Kind("quickfix"), Refactor: new Kind("refactor"), Source: new Kind("source") },
};
/** Numbers for what is asked of an enumeration, classes that hold what they are given, and functions that do nothing. */
const loose = (part, path) => new Proxy(part, {
  get: (own, name) => {
    if (name in own || typeof name === "symbol") return own[name];
    if (/^on[A-Z]/.test(name)) return event(`${path}.${name}`);
    if (/^register|^create/.test(name)) return disposable;
    return undefined;
  },
});
for (const part of ["workspace", "window", "languages", "commands"]) known[part] = loose(known[part], part);
const vscode = new Proxy(known, {
  get: (own, name) => {
    if (name in own || typeof name === "symbol") return own[name];
    const made = class extends Holder {};
    own[name] = new Proxy(made, { get: (it, part) => (part in it || typeof part === "symbol" ? it[part] : (it[part] = Object.keys(it).length)) });
    return own[name];
  },
});

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = createRequire(import.meta.url)(resolve(process.argv[2]));

/** Waits until something is so. */
async function until(what, is) {
  for (let round = 0; round < 200; round += 1) {
    if (is()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`${what}: not within 10 s; messages: ${messages.join(" | ")}`);
}

await extension.activate({ subscriptions: [] });
await until("the server's commands are registered", () => ["zug.check", "zug.solve", "zug.show"].every((name) => registered.has(name)));
for (const { command } of JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).contributes.commands) {
  assert.ok(registered.has(command), `${command} is not registered`);
}
await until("the text is diagnosed", () => diagnostics.has("file:///g.game"));
assert.deepEqual(diagnostics.get("file:///g.game"), []);

const checked = await registered.get("zug.check")();
assert.equal(checked.holds, true);
await until("it is said that the expectation holds", () => messages.some((words) => /1.*hold/.test(words)));
const solved = await registered.get("zug.solve")();
assert.deepEqual(solved.answer.best, ["take"]);
await registered.get("zug.show")({ uri: "file:///g.game" });
assert.match(channels.get("Zug: position").text, /left/);

await registered.get("zug.play")({ uri: "file:///g.game" });
assert.deepEqual(terminals.map((one) => [one.shellPath, one.shellArgs]), [[process.env.ZUG, ["play", "/g.game"]]]);

registered.get("zug.preview")({ uri: "file:///g.game" });
const [preview] = panels;
await until("the board is shown", () => preview.webview.html?.includes("<svg"));
assert.match(preview.webview.html, /A to move/);
preview.received.fire({ move: "take" });
await until("a move is played", () => preview.webview.html.includes("B to move"));
const before = messages.length;
preview.received.fire({ solve: true });
await until("the value is shown", () => /class="value" role="status">[^<]*A wins/.test(preview.webview.html));
assert.match(preview.webview.html, /class="best"/);
assert.equal(messages.length, before, "what stands in the preview is not told twice");
preview.received.fire({ step: true });
await until("the search is shown", () => panels[1]?.webview.html?.includes("zug-tree"));

text = text.replace("left > 0", "lift > 0");
document.version = 2;
events.get("workspace.onDidChangeTextDocument").fire({ document, contentChanges: [{ text }], reason: undefined });
await until("the mistake is shown", () => diagnostics.get("file:///g.game")?.length > 0);
assert.match(diagnostics.get("file:///g.game")[0].message, /lift/);
await until("the preview says so", () => preview.webview.html.includes("errors"));
preview.disposed.fire();

await extension.deactivate();
console.log("the bundle is activated: the server starts, diagnoses, checks, solves; board, value, search and terminal are shown");
process.exit(0);
