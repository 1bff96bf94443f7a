// Builds what the package ships: `npm ci && npm run build`. `node build.mjs FOLDER` builds into another folder.

import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, "../src/rbsolve/page/built"));

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none", // the licences stand beside the files
  charset: "utf8",
  outdir: target,
};

mkdirSync(target, { recursive: true });
await build({
  ...common,
  entryPoints: { view: "view/main.js", page: "service/main.js", runs: "service/runs.js" },
  external: ["./view.js", "./runs.js"],
});
await build({ ...common, entryPoints: { "view-style": "view/view.css", "view-page": "view/page.css", "page-style": "service/page.css" } });
for (const [name, file] of [
  ["three", "three/LICENSE"],
  ["uplot", "uplot/LICENSE"],
  ["codemirror", "@codemirror/state/LICENSE"],
]) {
  copyFileSync(join(here, "node_modules", file), join(target, `${name}.LICENSE`));
}
