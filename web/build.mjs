/* Builds the client into ../build/web: index.html (with the icon sprite inside), app.js, app.css, fonts; what is text also packed, as
 * the server sends it to a browser that takes it so (.br where the connection is encrypted, .gz elsewhere).
 * --test bundles the pure modules for the tests into ../build/web-test instead. */
import { build } from "esbuild";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import "../tools/client-numbers.mjs"; /* writes src/engine.ts */

const here = dirname(fileURLToPath(import.meta.url));
const out = process.env.WEB_OUT ?? join(here, "../build/web");
const FONTS = [
  ["antonio", "antonio-latin-600-normal.woff2"],
  ["ibm-plex-sans-condensed", "ibm-plex-sans-condensed-latin-400-normal.woff2"],
  ["ibm-plex-sans-condensed", "ibm-plex-sans-condensed-latin-500-normal.woff2"],
  ["ibm-plex-sans-condensed", "ibm-plex-sans-condensed-latin-600-normal.woff2"],
];

async function testBundle() {
  await build({
    entryPoints: [join(here, "src/engine.ts"), join(here, "src/table/model.ts"), join(here, "src/table/words.ts"), join(here, "src/table/options.ts"), join(here, "src/table/recap.ts"), join(here, "src/keys.ts"),
      join(here, "src/table/clock.ts"), join(here, "src/terms.ts"),
      join(here, "src/coach/steps.ts"), join(here, "src/coach/sight.ts"), join(here, "src/coach/explain.ts"), join(here, "src/coach/words.ts"), join(here, "src/replay/track.ts")],
    bundle: true, format: "esm", outdir: join(here, "../build/web-test"), outExtension: { ".js": ".mjs" }, logLevel: "warning",
  });
}

async function site() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "fonts"), { recursive: true });
  await build({
    entryPoints: [join(here, "src/main.ts")], bundle: true, minify: true, format: "esm", target: "es2022",
    outfile: join(out, "app.js"), logLevel: "warning",
  });
  await build({ entryPoints: [join(here, "css/app.css")], bundle: true, minify: true, outfile: join(out, "app.css"), external: ["/fonts/*"], logLevel: "warning" });
  for (const [pack, file] of FONTS) cpSync(join(here, "node_modules/@fontsource", pack, "files", file), join(out, "fonts", file));
  cpSync(join(here, "icons.svg"), join(out, "icons.svg"));
  const sprite = readFileSync(join(here, "icons.svg"), "utf8").replace(/<\?xml[^>]*>\s*/, "").replace(/<svg[^>]*>/, '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="sprite" aria-hidden="true">');
  writeFileSync(join(out, "index.html"), readFileSync(join(here, "index.html"), "utf8").replace("<!--icons-->", () => sprite));
}

const files = () => readdirSync(out, { recursive: true, withFileTypes: true }).filter((f) => f.isFile()).map((f) => join(f.parentPath ?? f.path, f.name));

function pack() {
  for (const file of files().filter((name) => /\.(html|js|css|svg)$/.test(name))) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  }
}

/* What a browser receives of these files at its first visit, without encryption; e2e measures it with all that is asked for. */
function report() {
  const all = files(), sent = all.filter((name) => !all.includes(`${name}.gz`) && !name.endsWith(".br")), sizes = sent.map((name) => [name.slice(out.length + 1), statSync(name).size]);
  const total = sizes.reduce((n, [, s]) => n + s, 0);
  console.log(sizes.map(([n, s]) => `${n} ${(s / 1000).toFixed(1)}`).join(", "));
  console.log(`the client is ${(total / 1000).toFixed(1)} kB as it is sent`);
}

if (process.argv.includes("--test")) await testBundle();
else {
  await site();
  pack();
  report();
}
