// Looks at the parts of the extension that are no grammar: files that package.json names, snippets, the problem matcher.
// `ZUG` names the program; without it the snippets are not read by the program, which is then said.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

const here = join(dirname(fileURLToPath(import.meta.url)), "..");
const read = (path) => JSON.parse(readFileSync(join(here, path), "utf8"));
const { contributes } = read("package.json");

for (const path of [contributes.languages[0].configuration, contributes.grammars[0].path, contributes.snippets[0].path]) {
  assert.ok(existsSync(join(here, path)), `${path} is named in package.json and is not there`);
}

const settings = read("language-configuration.json");
const rules = settings.indentationRules;
const [deeper, back] = [new RegExp(rules.increaseIndentPattern), new RegExp(rules.decreaseIndentPattern)];
for (const line of ["state {", "move go(c in Cell) as \"{c}\" { // a remark", "let a = ["]) assert.match(line, deeper);
for (const line of ["state { }", "// a remark {", "move go as \"{", "expect draw"]) assert.doesNotMatch(line, deeper);
for (const line of ["}", "  ]", ") => draw"]) assert.match(line, back);
const word = new RegExp(settings.wordPattern.pattern, settings.wordPattern.flags + "g");
assert.deepEqual("小紫-a_1+2a".match(word), ["小紫", "a_1", "2a"]);

const matcher = contributes.problemMatchers[0].pattern;
const problem = (line) => {
  const found = new RegExp(matcher.regexp).exec(line);
  return found && ["file", "line", "column", "severity", "code", "message"].map((part) => found[matcher[part]]);
};
assert.deepEqual(problem("C:\\my games\\a.game:4:16: error[Z0101]: there is nothing called `heep`"),
  ["C:\\my games\\a.game", "4", "16", "error", "Z0101", "there is nothing called `heep`"]);
assert.equal(problem("1 file: 0 hold, 1 fail"), null);
const tasks = read("tasks.json").tasks;
for (const task of tasks) assert.equal(task.problemMatcher, `$${contributes.problemMatchers[0].name}`);

/** What a snippet writes if nothing is changed in it. */
function written(body) {
  const defaults = new Map();
  const text = body.join("\n").replace(/\$\{(\d+):((?:\\.|[^}\\])*)\}/g, (_, number, value) => {
    defaults.set(number, value.replace(/\\(.)/g, "$1"));
    return defaults.get(number);
  });
  return text.replace(/\$(\d+)/g, (_, number) => defaults.get(number) ?? "");
}

const zug = process.env.ZUG;
const snippets = Object.entries(read(contributes.snippets[0].path));
const prefixes = snippets.map(([, snippet]) => snippet.prefix);
assert.equal(new Set(prefixes).size, prefixes.length, "two snippets have one prefix");
const wholes = snippets.filter(([, snippet]) => snippet.prefix.startsWith("new"));
assert.equal(wholes.length, 3);
if (!zug) {
  console.log("NOT RUN: the snippets were not read by Zug: ZUG names no program");
} else {
  const folder = mkdtempSync(join(tmpdir(), "zug-snippets-"));
  try {
    for (const [name, snippet] of wholes) {
      const file = join(folder, `${snippet.prefix}.game`);
      writeFileSync(file, written(snippet.body));
      execFileSync(zug, ["check", file, "--deny", "warnings"]);
      execFileSync(zug, ["test", file]);
      console.log(`the snippet "${name}" is a definition, and its facts hold`);
    }
    const broken = join(folder, "broken.game");
    writeFileSync(broken, 'game "G"\nplayers A, B\nstate { left: 0..3 = 3 }\nmove take when heep > 0 { left -= 1 }\nstuck => me loses\n');
    const task = tasks[0];
    const run = spawnSync(zug, task.args.map((one) => (one === "${file}" ? broken : one)), { encoding: "utf8" });
    const lines = (run.stdout + run.stderr).split("\n").map(problem).filter(Boolean);
    assert.deepEqual(lines.map((one) => one.slice(0, 5)), [[broken, "4", "16", "error", "Z0101"]]);
    console.log("the problem matcher finds the place of a mistake that zug check reports");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
