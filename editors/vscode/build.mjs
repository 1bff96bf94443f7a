// Bundles the client into one file: `npm run package` calls it. `node build.mjs FILE` writes another file.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const DROPPED = [
  "callHierarchy", "codeLens", "colorProvider", "declaration", "diagnostic", "documentLink", "fileOperations", "implementation", "inlineCompletion", "inlineValue",
  "linkedEditingRange", "moniker", "notebook", "selectionRange", "typeDefinition", "typeHierarchy",
];

/** Replaces the parts of the client library that this server does not need. */
const smaller = {
  name: "smaller",
  setup({ onResolve }) {
    const dropped = new RegExp(`^\\./(protocol\\.)?(${DROPPED.join("|")})$`);
    onResolve({ filter: dropped }, ({ importer }) => (/vscode-language(client|server-protocol).lib.common/.test(importer) ? { path: join(here, "dropped.js") } : null));
    onResolve({ filter: /^semver\// }, () => ({ path: join(here, "supported.js") }));
  },
};

await build({
  absWorkingDir: here,
  entryPoints: ["extension.js"],
  outfile: process.argv[2] ?? "bundled.js",
  bundle: true,
  minify: true,
  mangleProps: /^_[a-z]/, // private fields of the client library, which no text names
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"], // the editor brings it
  legalComments: "eof",
  plugins: [smaller],
});
