// Starts `greyc lsp` and hands the editor's questions to it; all that is known of the language is known there.
"use strict";

const path = require("path");
const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

// The command of the settings; what begins with ./ lies in the workspace.
function program() {
  const set = workspace.getConfiguration("greyc").get("path") || "greyc";
  const folder = workspace.workspaceFolders?.[0];
  return /^\.\.?[\\/]/.test(set) && folder ? path.join(folder.uri.fsPath, set) : set;
}

async function start() {
  const command = program();
  client = new LanguageClient(
    "greyc",
    "greyc",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "grey", scheme: "file" }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/{*.grey,pack.toml,*.po}") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `greyc: "${command} lsp" did not start (${error.message ?? error}). Install it with pip install 'greyc[lsp]',` +
        " or say in the setting greyc.path where it is.",
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old?.isRunning()) {
    await old.stop();
  }
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("greyc.restart", async () => {
      await stop();
      await start();
    }),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("greyc.path")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
