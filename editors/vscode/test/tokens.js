// Prints the tokens of the text on standard input as VS Code's own engine finds them: for each line a list of [text, scope].
"use strict";

const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

async function main() {
  const wasm = path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const grammar = path.join(__dirname, "..", "syntaxes", "grey.tmLanguage.json");
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammar, "utf8"), grammar),
  });
  const grey = await registry.loadGrammar("source.grey");
  let stack = textmate.INITIAL;
  const lines = fs.readFileSync(0, "utf8").replace(/\n$/, "").split("\n");
  const found = lines.map((line) => {
    const made = grey.tokenizeLine(line, stack);
    stack = made.ruleStack;
    return made.tokens.map((token) => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1)]);
  });
  console.log(JSON.stringify(found));
}

main();
