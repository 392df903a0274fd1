// The extension: starts `zug lsp`, shows the board and the tree of a search beside the text, plays in the terminal.
const { execFile } = require("node:child_process");
const { dirname } = require("node:path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { page } = require("./page.js");

let client;

/** The program as the settings name it. */
const setting = (name) => vscode.workspace.getConfiguration("zug").get(name);

function newClient() {
  const args = ["lsp", "--hint-time", setting("hintTime"), "--memory", setting("memory")];
  const server = { command: setting("command"), args, transport: TransportKind.stdio };
  return new LanguageClient("zug", "Zug", server, {
    documentSelector: [{ language: "zug" }],
    // The lenses of these two commands are done here.
    initializationOptions: { commands: ["zug.play", "zug.preview"] },
    middleware: { executeCommand: command },
  });
}

/** A command of the server; from the palette it has no argument, and is about the text of the editor. */
async function command(name, given, next) {
  const document = given.length > 0 ? undefined : documentOf();
  if (given.length === 0 && !document) return undefined;
  const answer = await next(name, document ? [{ uri: client.code2ProtocolConverter.asUri(document.uri) }] : given);
  if (name === "zug.show" && answer?.text) {
    // A message has letters of different widths.
    output ??= vscode.window.createOutputChannel("Zug: position");
    output.replace(answer.text);
    output.show(true);
  }
  return answer;
}
let output;

/** What the server tells people; what it tells about a preview stands there already. */
function told({ type, message }) {
  if (quiet > 0 && type > 2) return;
  if (type === 1) vscode.window.showErrorMessage(message);
  else if (type === 2) vscode.window.showWarningMessage(message);
  else vscode.window.showInformationMessage(message);
}
let quiet = 0;

async function start() {
  client = newClient();
  try {
    await client.start();
    client.onNotification("window/showMessage", told);
  } catch (why) {
    const words = `\`${setting("command")} lsp\` could not be started: is Zug installed? The setting zug.command names the program.`;
    vscode.window.showErrorMessage(`${words} (${why.message ?? why})`);
  }
}

/** The document that a lens names, else that of the editor. */
function documentOf(argument) {
  const open = vscode.workspace.textDocuments.find((each) => argument && each.uri.toString() === vscode.Uri.parse(argument.uri).toString());
  const shown = vscode.window.activeTextEditor?.document;
  return open ?? (shown?.languageId === "zug" ? shown : undefined);
}

/** `zug play FILE` in a terminal. */
async function play(argument) {
  const document = documentOf(argument);
  if (!document) return;
  if (document.isUntitled || document.isDirty) await document.save();
  const options = { name: "zug play", shellPath: setting("command"), shellArgs: ["play", document.uri.fsPath] };
  vscode.window.createTerminal(options).show();
}

/** The board beside the text: follows the text, plays the moves that are clicked. */
class Preview {
  constructor(document) {
    this.document = document;
    this.moves = [];
    this.value = undefined;
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.panel = vscode.window.createWebviewPanel("zug.preview", `Zug: ${document.fileName.split(/[\\/]/).pop()}`, beside, { enableScripts: true });
    const changed = vscode.workspace.onDidChangeTextDocument((event) => event.document === this.document && this.later());
    this.panel.webview.onDidReceiveMessage((message) => this.told(message));
    this.panel.onDidDispose(() => {
      this.gone = true;
      clearTimeout(this.timer);
      changed.dispose();
      Preview.open.delete(document.uri.toString());
    });
    this.draw();
  }

  /** Draws when the author pauses. */
  later() {
    this.value = undefined;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), 300);
  }

  told(message) {
    if (message.solve) return this.solve();
    if (message.step) return step({ uri: this.document.uri.toString() }, this.moves);
    this.value = undefined;
    if (message.move !== undefined) this.moves.push(String(message.move));
    if (message.back) this.moves.pop();
    if (message.first) this.moves = [];
    this.draw();
  }

  async draw() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const outdated = () => this.gone || turn !== this.turn;
    const asked = { uri: client.code2ProtocolConverter.asUri(this.document.uri), moves: this.moves.join(", ") };
    try {
      const picture = await client.sendRequest("zug/picture", asked);
      if (outdated()) return undefined;
      this.last = picture;
      this.panel.webview.html = page(this.last, this.moves, "", this.value);
    } catch (why) {
      if (outdated()) return undefined;
      // The moves of before may not be legal in the text of now.
      if (this.moves.length > 0 && !/errors|changed/.test(why.message)) {
        this.moves.pop();
        return this.draw();
      }
      this.panel.webview.html = page(this.last, this.moves, why.message);
    }
    return undefined;
  }

  /** Asks for the value of the position, and for the moves that keep it. */
  async solve() {
    const moves = this.moves.join(", ");
    const argument = { uri: client.code2ProtocolConverter.asUri(this.document.uri), moves };
    quiet += 1;
    try {
      this.value = await client.sendRequest("workspace/executeCommand", { command: "zug.solve", arguments: [argument] });
    } catch (why) {
      this.value = { text: why.message };
    } finally {
      quiet -= 1;
    }
    // Meanwhile a move may have been played.
    if (moves !== this.moves.join(", ")) this.value = undefined;
    if (!this.gone) await this.draw();
  }
}
Preview.open = new Map();

/** The page on which a search can be stepped through, of the text as it stands in the editor. */
function step(argument, moves = []) {
  const document = documentOf(argument);
  if (!document) return undefined;
  const played = moves.length > 0 ? ["--moves", moves.join(", ")] : [];
  const rules = ["tree", "-", "--format", "html", "--timeout", "20s", "--memory", setting("memory"), ...played];
  return new Promise((resolve) => {
    const options = { maxBuffer: 1 << 26, timeout: 30000, cwd: document.isUntitled ? undefined : dirname(document.uri.fsPath) };
    const program = execFile(setting("command"), rules, options, (why, html, words) => {
      if (why) {
        vscode.window.showErrorMessage(words.trim().split("\n")[0] || why.message);
      } else {
        const panel = vscode.window.createWebviewPanel("zug.tree", "Zug: the search", vscode.ViewColumn.Beside, { enableScripts: true });
        panel.webview.html = html;
      }
      resolve();
    });
    program.stdin?.on("error", () => undefined);
    program.stdin?.end(document.getText());
  });
}

function preview(argument) {
  const document = documentOf(argument);
  if (!document || !client) return;
  const key = document.uri.toString();
  const known = Preview.open.get(key);
  if (known) known.panel.reveal(undefined, true);
  else Preview.open.set(key, new Preview(document));
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("zug.play", play),
    vscode.commands.registerCommand("zug.preview", preview),
    vscode.commands.registerCommand("zug.tree", (argument) => step(argument)),
    vscode.commands.registerCommand("zug.restart", async () => {
      await client?.stop().catch(() => undefined);
      await start();
    }),
  );
  await start();
}

const deactivate = () => client?.stop();

module.exports = { activate, deactivate };
