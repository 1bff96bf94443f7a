// The client of `rbsolve lsp`.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const [command, ...args] = workspace.getConfiguration("rbsolve").get("command");
  const server = { command, args };
  const options = { documentSelector: [{ language: "rbsolve" }, { scheme: "file", pattern: "**/*.dat" }] };
  client = new LanguageClient("rbsolve", "rbsolve decks", server, options);
  await client.start();
};

exports.deactivate = () => client && client.stop();
