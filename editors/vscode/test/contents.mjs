// Looks at an unpacked extension: `contents.mjs FOLDER`. It has every file that its package.json names, a licence, and nothing of the tests.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import assert from "node:assert/strict";

const folder = process.argv[2];
const { main, contributes } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const named = [main, contributes.languages[0].configuration, contributes.grammars[0].path, contributes.snippets[0].path];
for (const path of [...named, "LICENSE-MIT.txt", "LICENSE-APACHE.txt", "readme.md"]) assert.ok(existsSync(join(folder, path)), `the .vsix has no ${path}`);
const found = readdirSync(folder, { recursive: true }).filter((path) => /node_modules|packaging|^src|^test|package-lock/.test(path));
assert.deepEqual(found, [], "the .vsix has files of the tests");
console.log(`the .vsix has the files that it names: ${named.join(", ")}`);
