// The extension: starts `zug lsp`, shows the board beside the text, plays in the terminal.
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
  });
}

async function start() {
  client = newClient();
  try {
    await client.start();
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
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    this.panel = vscode.window.createWebviewPanel("zug.preview", `Zug: ${document.fileName.split(/[\\/]/).pop()}`, beside, { enableScripts: true });
    const changed = vscode.workspace.onDidChangeTextDocument((event) => event.document === this.document && this.later());
    this.panel.webview.onDidReceiveMessage((message) => this.told(message));
    this.panel.onDidDispose(() => {
      clearTimeout(this.timer);
      changed.dispose();
      Preview.open.delete(document.uri.toString());
    });
    this.draw();
  }

  /** Draws when the author pauses. */
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), 300);
  }

  told(message) {
    if (message.move !== undefined) this.moves.push(String(message.move));
    if (message.back) this.moves.pop();
    if (message.first) this.moves = [];
    this.draw();
  }

  async draw() {
    const asked = { uri: client.code2ProtocolConverter.asUri(this.document.uri), moves: this.moves.join(", ") };
    try {
      this.last = await client.sendRequest("zug/picture", asked);
      this.panel.webview.html = page(this.last, this.moves, "");
    } catch (why) {
      // The moves of before may not be legal in the text of now.
      if (this.moves.length > 0 && !/errors|changed/.test(why.message)) {
        this.moves.pop();
        return this.draw();
      }
      this.panel.webview.html = page(this.last, this.moves, why.message);
    }
  }
}
Preview.open = new Map();

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
    vscode.commands.registerCommand("zug.restart", async () => {
      await client?.stop().catch(() => undefined);
      await start();
    }),
  );
  await start();
}

const deactivate = () => client?.stop();

module.exports = { activate, deactivate };
