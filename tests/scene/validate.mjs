// Prints the messages of glTF's validator about each file: `node validate.mjs FOLDER_OF_MODULES FILE...`
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, ...files] = process.argv.slice(2);
const validator = createRequire(modules + "/")("gltf-validator");
const reports = [];
for (const file of files) {
  const { issues, info } = await validator.validateBytes(new Uint8Array(readFileSync(file)));
  reports.push({ file, issues, info });
}
console.log(JSON.stringify(reports));
