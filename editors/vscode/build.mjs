// Bundles the client into one file: `npm run package` calls it.

import { build } from "esbuild";

await build({
  entryPoints: ["extension.js"],
  outfile: "bundled.js",
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"], // the editor brings it
  legalComments: "eof",
});
