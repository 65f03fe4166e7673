// Builds the page into the Python package: node build.mjs [--watch | --tests].
//
// The bundle is a folder: index.html, the entry points, chunks that are loaded when a view needs them. Names carry
// the hash of their content, so a browser may keep them for ever.

import { build, context } from "esbuild";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import path from "node:path";
import { fileURLToPath } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const BUNDLE = path.join(HERE, "../src/lasker/web/bundle");
const TESTS = path.join(HERE, ".tests");
const FIRST_PAGE = 500_000; // bytes, compressed: the budget of what the first page loads

const common = {
  absWorkingDir: HERE,
  bundle: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
};

const page = {
  ...common,
  entryPoints: { main: "src/main.tsx" },
  outdir: BUNDLE,
  entryNames: "[name]-[hash]",
  chunkNames: "chunk-[hash]",
  assetNames: "[name]-[hash]",
  splitting: true,
  minify: true,
  metafile: true,
  loader: { ".svg": "text", ".woff2": "file" },
};

/** The board for notebooks: one file, and tokens that do not reach the rest of the notebook. */
const scopedTokens = {
  name: "scoped tokens",
  setup: (it) => it.onLoad({ filter: /tokens\.css$/ }, async ({ path: file }) => ({
    contents: (await readFile(file, "utf8")).replaceAll(":root", ".lasker-widget"),
    loader: "css",
  })),
};

const widget = {
  ...common,
  entryPoints: { widget: "src/widget.ts" },
  outdir: BUNDLE,
  minify: true,
  plugins: [scopedTokens],
};

async function writePage(result) {
  const outputs = Object.entries(result.metafile.outputs);
  const name = (suffix) => {
    const found = outputs.find(([file, about]) => file.endsWith(suffix) && path.basename(file).startsWith("main-")
      && (suffix !== ".js" || about.entryPoint));
    return path.basename(found[0]);
  };
  const template = await readFile(path.join(HERE, "src/index.html"), "utf8");
  const html = template.replace("{{script}}", name(".js")).replace("{{style}}", name(".css"));
  await writeFile(path.join(BUNDLE, "index.html"), html);
}

/** Bytes that the first page loads: the entry point, its style, and what they import statically, compressed. */
async function firstPageBytes(metafile) {
  const start = Object.keys(metafile.outputs).filter((file) => path.basename(file).startsWith("main-"));
  const needed = new Set(start);
  for (const file of needed)
    for (const other of metafile.outputs[file].imports)
      if (other.kind === "import-statement") needed.add(other.path);
  let bytes = 0;
  for (const file of needed) bytes += gzipSync(await readFile(path.join(HERE, file))).length;
  return bytes;
}

async function buildPage() {
  await rm(BUNDLE, { recursive: true, force: true });
  await mkdir(BUNDLE, { recursive: true });
  const result = await build(page);
  await writePage(result);
  await build(widget);
  const bytes = await firstPageBytes(result.metafile);
  console.log(`workbench: first page ${Math.ceil(bytes / 1000)} kB compressed`);
  if (bytes > FIRST_PAGE) throw new Error(`the first page may have ${FIRST_PAGE / 1000} kB`);
}

async function watchPage() {
  const plugin = { name: "page", setup: (it) => it.onEnd((result) => result.metafile && writePage(result)) };
  const watching = await context({ ...page, minify: false, sourcemap: "inline", plugins: [plugin] });
  await watching.watch();
  console.log("workbench: watching");
}

async function buildTests() {
  await rm(TESTS, { recursive: true, force: true });
  const files = (await readdir(path.join(HERE, "tests"))).filter((file) => /\.test\.tsx?$/.test(file));
  await build({
    ...common,
    entryPoints: files.map((file) => `tests/${file}`),
    outdir: TESTS,
    outExtension: { ".js": ".mjs" },
    platform: "node",
    loader: { ".css": "empty", ".svg": "text" },
  });
}

if (process.argv.includes("--watch")) await watchPage();
else if (process.argv.includes("--tests")) await buildTests();
else await buildPage();
