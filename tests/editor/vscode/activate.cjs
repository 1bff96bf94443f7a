// Activates the bundled extension with a stand-in for VS Code, and prints as JSON what it registers and shows:
// `node activate.cjs BUNDLE COMMAND DECK [DECK...]`, where COMMAND is the language server as a JSON list.

const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { pathToFileURL } = require("node:url");

const [, , bundle, command, ...decks] = process.argv;
const registered = {};
const shown = {};
const opened = [];
const nothing = { dispose() {} };

class Disposable {
  constructor(end = () => {}) {
    this.dispose = end;
  }
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self) => {
      const call = self ? listener.bind(self) : listener;
      this.listeners.add(call);
      return new Disposable(() => this.listeners.delete(call));
    };
  }
  fire(value) {
    for (const listener of this.listeners) listener(value);
  }
  dispose() {}
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => nothing };
  cancel() {}
  dispose() {}
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = new URL(text).protocol.slice(0, -1);
    this.fsPath = decodeURIComponent(new URL(text).pathname);
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(pathToFileURL(path).href);
  }
  toString() {
    return this.text;
  }
}

/** A class, function, enumeration or event that the extension only passes on. */
function anything() {
  return new Proxy(class {}, { get: (target, name) => (name in target || typeof name === "symbol" ? target[name] : anything()) });
}

/** An object with some real members; its other events register nothing. */
function partly(real) {
  return new Proxy(real, { get: (target, name) => (name in target ? target[name] : /^on/.test(String(name)) ? () => nothing : anything()) });
}

const channel = { append() {}, appendLine() {}, show() {}, clear() {}, dispose() {} };
const said = (message) => ((shown.messages ??= []).push(message), Promise.resolve(undefined));
const didOpen = new EventEmitter();
const languages = new Proxy(
  {
    createDiagnosticCollection: () => ({ set: (uri, found) => (shown[uri.toString()] = found), delete() {}, clear() {}, dispose() {} }),
    match: (selector, { languageId }) => ([selector].flat().some(({ language }) => language === languageId) ? 10 : 0),
  },
  { get: (target, name) => target[name] ?? ((selector, provider) => ((registered[name] = provider), nothing)) },
);
const vscode = partly({
  version: "1.82.0",
  env: { language: "en", appName: "a stand-in", appHost: "desktop" },
  Disposable, EventEmitter, CancellationTokenSource, Position, Range, Diagnostic, Uri,
  languages,
  workspace: partly({
    getConfiguration: () => ({ get: (name) => (name === "command" ? JSON.parse(command) : undefined) }),
    textDocuments: opened,
    notebookDocuments: [],
    workspaceFolders: undefined,
    onDidOpenTextDocument: didOpen.event,
    createFileSystemWatcher: () => partly({ dispose() {} }),
    getWorkspaceFolder: () => undefined,
  }),
  window: partly({ createOutputChannel: () => channel, showErrorMessage: said, showWarningMessage: said, visibleTextEditors: [], activeTextEditor: undefined, tabGroups: partly({ all: [] }) }),
  commands: partly({ registerCommand: () => nothing, executeCommand: async () => undefined }),
});

const load = Module._load;
Module._load = (name, ...others) => (name === "vscode" ? vscode : load(name, ...others));

async function main() {
  const extension = require(bundle);
  await extension.activate({ subscriptions: [] });
  for (const deck of decks) {
    const text = readFileSync(deck, "utf8");
    const document = { uri: Uri.file(deck), fileName: deck, languageId: "rbsolve", version: 1, isClosed: false, lineCount: text.split("\n").length, getText: () => text };
    opened.push(document);
    didOpen.fire(document);
  }
  const until = Date.now() + 60_000;
  while (decks.some((deck) => !shown[pathToFileURL(deck).href]) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  const { token } = new CancellationTokenSource();
  const hover = await registered.registerHoverProvider.provideHover(opened[0], new Position(0, 3), token);
  const formatted = await registered.registerDocumentFormattingEditProvider.provideDocumentFormattingEdits(opened[0], { tabSize: 2, insertSpaces: true }, token);
  const diagnostics = decks.map((deck) => (shown[pathToFileURL(deck).href] ?? []).map(({ message, range }) => ({ message, line: range.start.line })));
  console.log(JSON.stringify({ registered: Object.keys(registered).sort(), diagnostics, hover: hover !== null && hover !== undefined, edits: formatted?.length ?? null, messages: shown.messages ?? [] }));
  await extension.deactivate();
}

main().then(() => process.exit(0), (error) => {
  console.error(error);
  process.exit(1);
});
