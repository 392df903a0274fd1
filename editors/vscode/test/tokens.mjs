// The tokens of a text, each with the scopes that the grammar gives it, as VS Code would find them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..", "..");
const require = createRequire(join(here, "..", "package.json"));
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

/** The compiled grammar. */
export async function grammar() {
  const wasm = readFileSync(join(dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const path = join(here, "..", "syntaxes", "zug.tmLanguage.json");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path),
  });
  return registry.loadGrammar("source.zug");
}

/** For each line of a text its tokens: first column, column behind the last, scopes without that of the file. */
export function tokens(grammar, text) {
  let state = textmate.INITIAL;
  return text.split(/\r\n|\r|\n/).map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens.map((one) => ({ start: one.startIndex, end: one.endIndex, scopes: one.scopes.slice(1) }));
  });
}
