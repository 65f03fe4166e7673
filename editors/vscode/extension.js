// Starts `lasker lsp` and lets it answer about rules, games in YAML and variants files.

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const [command, ...args] = workspace.getConfiguration("lasker").get("command");
  const documentSelector = ["lasker", "yaml", "ini"].map((language) => ({ language }));
  client = new LanguageClient("lasker", "Lasker", { command, args }, { documentSelector });
  await client.start();
};

exports.deactivate = () => client?.stop();
