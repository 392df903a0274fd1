// Joins the page into single files: the sources, the examples, and the module in WebAssembly.
//   node build.mjs FOLDER-OF-GAMES MODULE OUTPUT
import { build, transformSync } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { letters } from "./src/letters.js";
import { joined, parted } from "./src/streams.js";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [games, module, output] = process.argv.slice(2);
const source = join(dirname(fileURLToPath(import.meta.url)), "src");
const text = (name) => readFileSync(join(source, name), "utf8");

/** The folders of the packages that the scripts are made of. */
const packages = new Set();

async function bundled(name) {
  const made = await build({ entryPoints: [join(source, name)], absWorkingDir: source, bundle: true, minify: true, write: false, format: "iife", target: "es2022", legalComments: "none", metafile: true });
  for (const input of Object.keys(made.metafile.inputs)) {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder) packages.add(join(source, folder));
  }
  return made.outputFiles[0].text;
}

/** What the licenses of these packages want to stand beside them; each text once. */
function notices() {
  const named = new Map();
  for (const folder of [...packages].sort()) {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const { name, version, license, author, homepage } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (!file && !license) throw new Error(`${folder} has no license`);
    // Without a text of its own a package names its license, its author and its home.
    const stated = [`License: ${license}`, author?.name ?? author, homepage].filter(Boolean).join(", ");
    const words = file ? readFileSync(join(folder, file), "utf8").trim() : stated;
    named.set(words, [...(named.get(words) ?? []), `${name} ${version}`]);
  }
  const parts = [...named].map(([words, names]) => `${names.join(", ")}\n\n${words}`);
  return `<!--\nThis page contains:\n\n${parts.join("\n\n").replace(/--(!?)>/g, "--$1 >")}\n-->`;
}

/** Text inside of `<script>` must not end it. */
const json = (value, keys) => JSON.stringify(value, keys).replaceAll("<", "\\u003c");
const inScript = (script) => script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

/** A game of the library with its title and kind, which stand in it. */
function game(file) {
  const rules = readFileSync(join(games, file), "utf8");
  const kind = /^\/\/ Kind:\s*(.+)$/m.exec(rules)?.[1].trim() ?? "Others";
  const title = /^game "(.+)"/m.exec(rules)?.[1] ?? file;
  // The page has no room for where a game is from, how it is asked, and facts that take a browser long or are about other settings,
  // nor for more than three numbers of `perft`: the library says them.
  const shown = rules.replace(/^\/\/ (Kind|Set|Known|Source):.*\n(\/\/ {3,}.*\n)*/gm, "").replace(/^expect (slow|with) .*\n([ \t]+\S.*\n)*/gm, "")
    .replace(/perft = \[(\d+, \d+, \d+), [^\]]*\]/g, "perft = [$1]");
  return { name: file.replace(/\.game$/, ""), title, kind, text: shown };
}

const library = readdirSync(games).filter((file) => file.endsWith(".game")).sort().map(game);
/** What the page reads of a game; its title stands in its text. */
const shown = ["name", "kind", "text"];
library.sort((a, b) => a.kind.localeCompare(b.kind) || a.title.localeCompare(b.title));

const style = transformSync(text("shared.css") + text("page.css"), { loader: "css", minify: true }).code;

function page(scripts, served) {
  const filled = text("page.html").replace("/*STYLE*/", () => style).replace("<!--SCRIPTS-->", () => scripts.join("\n"));
  return `${served ? filled.replace("<html", "<html data-served") : filled}${notices()}\n`;
}

const data = (id, body) => `<script type="text/plain" id="${id}">${body}</script>`;
const inPage = (script) => `<script>${inScript(script)}</script>`;
const main = await bundled("main.js");
mkdirSync(output, { recursive: true });
writeFileSync(join(output, "served.html"), page([data("library", json(library, shown)), inPage(main)], true));

/** What is packed by xz, in letters. A byte tells nothing by where it stands, so `pb` is 0. Matches of three bytes and more are looked for (`bt3`): shorter ones pack less. */
function packed(bytes) {
  const options = ["--format=xz", "--check=crc32", "--lzma2=preset=9e,lc=2,pb=0,mf=bt3", "--stdout"];
  return letters(execFileSync("xz", options, { input: bytes, maxBuffer: 1 << 28 }));
}

/** The parts of a module that are packed; from them the page makes the same module again. */
function parts(module) {
  const streams = parted(module);
  if (Buffer.compare(module, joined(streams)) !== 0) throw new Error("the parts make another module");
  return streams;
}

const worker = data("worker", json(await bundled("worker.js")));
if (module) {
  const examples = data("library", packed(JSON.stringify(library, shown)));
  const start = inPage(await bundled("start.js"));
  const whole = page([examples, worker, data("module", packed(parts(readFileSync(module)))), data("main", packed(main)), start], false);
  writeFileSync(join(output, "index.html"), whole);
  writeFileSync(join(output, "sw.js"), text("sw.js"));
  writeFileSync(join(output, "book.js"), await bundled("book.js"));
  console.log(`index.html: ${whole.length} bytes, ${gzipSync(whole, { level: 9 }).length} compressed`);
}
