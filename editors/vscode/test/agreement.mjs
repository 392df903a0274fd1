// Compares the classes of the grammar with the language's own tokens, in every game of the library and example of the reference:
// a reserved word is a keyword, a comment a comment, a text a string, a number a number, and nothing is a slip.
// The tokens are found here from `grammar/game.pest` and docs/language.md ("Writing"), without the grammar of the editor.
// Counts of classes are compared with test/library.txt; `ZUG_RENEW=1` writes that anew.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { grammar, root, tokens } from "./tokens.mjs";

const listing = join(root, "editors", "vscode", "test", "library.txt");
const pest = readFileSync(join(root, "grammar", "game.pest"), "utf8");
const rule = /\nreserved = @\{([^}]*)\}/.exec(pest);
const reserved = new Set([...rule[1].matchAll(/"(\w+)"/g)].map((found) => found[1]));
if (reserved.size < 40) throw new Error(`only ${reserved.size} reserved words found in grammar/game.pest`);

// A comment, a text, a word or number, in this order.
const TOKEN = /(?<comment>\/\/.*)|(?<text>"(?:\\.|[^"\\])*")|(?<word>[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*)/gu;

/** The scopes that a token may have, and what it is. */
function wanted(found) {
  if (found.groups.comment) return ["a comment", /^comment\./];
  if (found.groups.text) return ["a text", /^string\./];
  if (reserved.has(found[0])) return ["a reserved word", /^(keyword|constant\.language|variable\.language)\./];
  if (/^[0-9]+$/.test(found[0])) return ["a number", /^constant\.numeric\./];
  return ["a name", /^(variable|entity|support|keyword\.other\.place|keyword\.declaration\.item)\./];
}

const counts = { "a comment": 0, "a text": 0, "a reserved word": 0, "a number": 0, "a name": 0 };
const wrong = [];

function compare(name, lines, found) {
  lines.forEach((line, at) => {
    for (const slip of found[at].filter((one) => one.scopes.some((scope) => scope.startsWith("invalid")))) {
      wrong.push(`${name}:${at + 1}:${slip.start + 1}: \`${line.slice(slip.start, slip.end)}\` is marked as a slip`);
    }
    for (const token of line.matchAll(TOKEN)) {
      const [what, scope] = wanted(token);
      counts[what] += 1;
      const end = token.index + token[0].length;
      const covering = found[at].filter((one) => one.start < end && one.end > token.index);
      // The inside of a notation has scopes of its own; its quotes are the string's.
      const judged = what === "a text" ? [covering[0], covering.at(-1)] : covering;
      const whole = what === "a comment" || what === "a text" || covering.length === 1;
      if (!whole || !judged.every((one) => one.scopes.some((each) => scope.test(each)))) {
        const scopes = covering.map((one) => one.scopes.join(" ")).join(" | ");
        wrong.push(`${name}:${at + 1}:${token.index + 1}: \`${token[0]}\` is ${what}, its scopes are ${scopes}`);
      }
    }
  });
}

/** The beginning of the hash of a text. */
const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** One line about a game: hashes of its text and of its tokens with all their scopes, and how often each class comes, in short. */
function line(name, text, found) {
  const classes = new Map();
  for (const one of found.flat()) {
    const short = (one.scopes.at(-1) ?? "punctuation").split(".").slice(0, 2).join(".");
    if (!/^(punctuation|meta|comment)/.test(short)) classes.set(short, (classes.get(short) ?? 0) + 1);
  }
  return `${name} ${hash(text)} ${hash(JSON.stringify(found))} ${[...classes].sort().map(([scope, count]) => `${scope}=${count}`).join(" ")}`;
}

const compiled = await grammar();
const games = readdirSync(join(root, "games")).filter((name) => name.endsWith(".game")).sort();
if (games.length < 80) throw new Error(`only ${games.length} games found in games/`);
const written = games.map((name) => {
  const text = readFileSync(join(root, "games", name), "utf8");
  const found = tokens(compiled, text);
  compare(name, text.split(/\r\n|\r|\n/), found);
  return line(name, text, found);
});
// The examples of the reference that are accepted.
const reference = readFileSync(join(root, "docs", "language.md"), "utf8");
const examples = [...reference.matchAll(/^```game\n(.*?)^```$/gms)].map((found) => found[1]);
if (examples.length < 30) throw new Error(`only ${examples.length} examples found in docs/language.md`);
for (const text of examples) compare(text.split("\n", 1)[0], text.split("\n"), tokens(compiled, text));
// Every reserved word, standing alone.
for (const word of reserved) compare(word, [word], tokens(compiled, word));

if (process.env.ZUG_RENEW === "1" || !existsSync(listing)) writeFileSync(listing, written.join("\n") + "\n");
const kept = new Map(readFileSync(listing, "utf8").trim().split("\n").map((one) => [one.split(" ", 2).join(" "), one]));
for (const one of written) {
  const before = kept.get(one.split(" ", 2).join(" ")) ?? "not there as the game is now";
  if (before !== one) wrong.push(`test/library.txt, ZUG_RENEW=1 writes it anew:\n- ${before}\n+ ${one}`);
}
console.log(`TextMate: ${games.length} games, ${examples.length} examples, ${Object.entries(counts).map(([what, count]) => `${what} ${count} times`).join(", ")}`);
if (wrong.length > 0) {
  console.error(wrong.slice(0, 40).join("\n"));
  console.error(`${wrong.length} differences`);
  process.exit(1);
}
