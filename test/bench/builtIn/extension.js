// Gives the editor's own MCP host a server, over stdio and over HTTP, and one of many tools.
const { spawn } = require('node:child_process');
const { createInterface } = require('node:readline');
const vscode = require('vscode');

const { command, args } = JSON.parse(process.env['ROUNDHOUSE_BENCH_SERVER'] ?? '{}');
const rich = JSON.parse(process.env['ROUNDHOUSE_BENCH_RICH'] ?? '{}');

/** Starts the server over HTTP, which ends with its input and prints its address. */
function startOverHttp(context) {
  const child = spawn(command, [...args, 'http'], { stdio: ['pipe', 'pipe', 'inherit'] });
  context.subscriptions.push({ dispose: () => child.stdin.end() });
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve) => lines.once('line', (line) => resolve(vscode.Uri.parse(line))));
}

async function activate(context) {
  const definitions = [
    new vscode.McpStdioServerDefinition('stdio', command, args),
    new vscode.McpHttpServerDefinition('http', await startOverHttp(context)),
    new vscode.McpStdioServerDefinition('rich', rich.command, rich.args),
  ];
  const provider = { provideMcpServerDefinitions: () => definitions };
  context.subscriptions.push(vscode.lm.registerMcpServerDefinitionProvider('builtIn', provider));
}

module.exports = { activate };
