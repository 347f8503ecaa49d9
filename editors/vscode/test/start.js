// Runs the extension with an editor and a client that only note what is asked of them, and prints that.
"use strict";

const Module = require("module");

const settings = JSON.parse(process.argv[2]);
const noted = { started: [], stopped: 0, commands: [], errors: [] };
let changed;

const vscode = {
  commands: { registerCommand: (name, run) => noted.commands.push(name) && (vscode[name] = run) },
  window: { showErrorMessage: (text) => noted.errors.push(text) },
  workspace: {
    workspaceFolders: [{ uri: { fsPath: "/folder" } }],
    getConfiguration: () => ({ get: (name) => settings[name] }),
    createFileSystemWatcher: (pattern) => pattern,
    onDidChangeConfiguration: (run) => (changed = run),
  },
};
class LanguageClient {
  constructor(id, name, server) {
    this.server = server;
  }
  async start() {
    noted.started.push([this.server.command, ...this.server.args]);
    if (this.server.command === "missing") throw new Error("ENOENT");
  }
  isRunning() {
    return true;
  }
  async stop() {
    noted.stopped += 1;
  }
}

const load = Module._load;
Module._load = (name, ...rest) =>
  name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest);

async function main() {
  const extension = require("../extension.js");
  await extension.activate({ subscriptions: [] });
  await vscode["greyc.restart"]();
  await changed({ affectsConfiguration: (name) => name === "greyc.path" });
  await extension.deactivate();
  console.log(JSON.stringify(noted));
}

main();
