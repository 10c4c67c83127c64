/* End-to-end tests in Debian's Chromium: a server of our own, real pages, real clicks and keys.
 *
 *     node web/e2e/run.mjs [--long] [--part K/N] [WORDS]      only each Nth test, from the Kth on; only the tests whose names hold WORDS
 *
 * Each file of tests/ exports a list of [name, test], and of [name, test, LONG] for what takes long and has most of its subject tested
 * elsewhere: they run with --long, or when they are named.  Prints a line for each test and `N passed, N failed`; pictures go to
 * build/e2e.  Without chromium it says so and skips. */
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { browser, launch, LONG, picture, server, within } from "./harness.mjs";

const files = readdirSync(new URL("tests/", import.meta.url)).filter((file) => file.endsWith(".mjs")).sort();
const tests = (await Promise.all(files.map((file) => import(`./tests/${file}`)))).flatMap((module) => module.default);

const LONGEST = 240;                            // seconds for a test
let passed = 0, failed = 0;
const { values: { part, long }, positionals: [only = ""] } = parseArgs({ options: { part: { type: "string", default: "1/1" }, long: { type: "boolean" } }, allowPositionals: true });
const [first, step] = part.split("/").map(Number);
const began = Date.now();
const wanted = tests.filter(([name, , length]) => name.includes(only) && (long || only || length !== LONG));
for (const [name, run] of wanted.filter((_, i) => i % step === first - 1)) {
  const from = Date.now();
  try {
    await within(LONGEST, run()).catch(async (error) => {        // a busy machine may miss a deadline once; a fault fails twice
      console.log(`again   ${name}: ${error.message.split("\n").slice(0, 30).join("\n        ")}`);
      await launch();
      if (server.child.exitCode !== null || server.child.signalCode) await server.start();
      await within(LONGEST, run());
    });
    passed++;
    console.log(`ok      ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.message.split("\n").slice(0, 12).join("\n        ")}`);
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page, i) => picture(page, `failed-${first}-${failed}-${i}`).catch(() => {})));
    if (server.child.exitCode !== null || server.child.signalCode) await server.start();
  }
  for (const context of browser.contexts()) await within(20, context.close()).catch(launch);
}
await within(20, browser.close()).catch(() => {});
const how = await server.close();
if (how !== 0) {
  failed++;
  console.log(`FAILED  the server ends on SIGTERM: it ended with ${how}; ${server.words.trim().slice(-300)}`);
}
console.log(`${((Date.now() - began) / 1000).toFixed(0)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
