/* Writes web/src/engine.ts for the client: the numbers of the verbs, decisions and purposes of include/spaceline.h by their names, the patterns of
 * the log (src/kernel/log.def) by their symbols, and the names of icons (src/cards/icons.def) by what is written for them.
 * The header is read as the compiler reads it, so a list may stand in a file of its own. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const file = join(root, "web/src/engine.ts");
const LISTS = [["VERB", "sl_verb", "SL_"], ["DECIDE", "sl_decide", "SL_DECIDE_"], ["PURPOSE", "sl_purpose", "SL_FOR_"]];

const header = execFileSync("cc", ["-E", "-P", "-I", join(root, "include"), join(root, "include/spaceline.h")], { encoding: "utf8" });

function numbers(name, prefix) {
  const found = new RegExp(`typedef\\s+enum\\s*\\{([^}]*)\\}\\s*${name}\\s*;`).exec(header);
  if (!found) throw new Error(`include/spaceline.h has no enum ${name}`);
  let next = 0;
  return found[1].split(",").map((part) => part.trim()).filter(Boolean).map((part) => {
    const [word, value] = part.split("=").map((s) => s.trim());
    next = value === undefined ? next : Number(value);
    if (!word.startsWith(prefix) || !Number.isInteger(next)) throw new Error(`${name}: cannot read "${part}"`);
    return [word.slice(prefix.length), next++];
  }).filter(([word]) => !word.endsWith("COUNT"));
}

const log = [...readFileSync(join(root, "src/kernel/log.def"), "utf8").matchAll(/^LOG\((\w+),\s*("(?:[^"\\]|\\.)*")/gm)].map(([, symbol, words]) => `  ${symbol}: ${words},\n`);
if (!log.length) throw new Error("src/kernel/log.def has no lines");

const icons = [...readFileSync(join(root, "src/cards/icons.def"), "utf8").matchAll(/^ICON\(\w+,\s*("[^"]*"),\s*("[^"]*")/gm)].map(([, written, name]) => `  ${written}: ${name},\n`);
if (!icons.length) throw new Error("src/cards/icons.def has no lines");

const text = ["/* Made by tools/client-numbers.mjs from include/spaceline.h, src/kernel/log.def and src/cards/icons.def. */"]
  .concat(LISTS.map(([name, list, prefix]) => `export const ${name} = {\n${numbers(list, prefix).map(([word, n]) => `  ${word}: ${n},\n`).join("")}} as const;`))
  .concat(`/** %P a player, %C the card, %O the other card, %N a number, %S a skill; a part in [brackets] only when there is another card. */\nexport const LOG: Record<string, string> = {\n${log.join("")}};`)
  .concat(`/** The names of icons. */\nexport const ICONS: Record<string, string> = {\n${icons.join("")}};`)
  .join("\n\n") + "\n";
if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
