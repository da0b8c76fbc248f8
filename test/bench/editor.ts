import * as vscode from 'vscode';
import { say } from '../integration/reportLines';
import {
  configUri,
  runUnasked,
  until,
  writeAndShow,
  writeServers,
} from '../integration/workspaceFile';
import { compare, type Contender } from './compare';
import { Rounds } from './report';

// What runs in the extension host of a window. The same server is called over the editor's own MCP host and over ours,
// and a configuration is typed into. An editor under test says yes to each call at once, whoever runs the server.

const rounds = 10;

/**
 * Calls the tool of a server, as soon as the editor has it. Tries the start again and again, because the editor ignores
 * the name of a server that it does not know yet.
 */
async function contender(
  name: string,
  server: string,
  start?: (server: string) => Thenable<unknown>,
): Promise<Contender> {
  const tool = await until(async () => {
    await start?.(server);
    const names = vscode.lm.tools.map((one) => one.name);
    const found = names.find((one) => one.startsWith(`mcp_${server}`));
    if (found === undefined) throw new Error(`no tool of ${server} among ${names.join(', ')}`);
    return found;
  });
  return {
    name,
    call: async (text) => {
      const options = { input: { text }, toolInvocationToken: undefined };
      const { content } = await vscode.lm.invokeTool(tool, options);
      const [first] = content;
      if (!(first instanceof vscode.LanguageModelTextPart) || first.value !== text)
        throw new Error(`${name} answered ${JSON.stringify(content).slice(0, 200)}`);
    },
    close: () => undefined,
  };
}

async function measureCalls(): Promise<void> {
  const entry = JSON.parse(process.env['ROUNDHOUSE_BENCH_SERVER'] ?? '') as object;
  writeServers({ ours: entry });
  await vscode.extensions.getExtension('mcp-roundhouse-demo.built-in')?.activate();
  const start = (label: string) =>
    vscode.commands.executeCommand(
      'workbench.mcp.startServer',
      `mcp-roundhouse-demo.built-in/${label}`,
      { waitForLiveTools: true },
    );
  // In the built-in host a server has the name that it gives itself.
  const contenders = [
    await contender('built-in', 'stdio', start),
    await contender('built-in, HTTP', 'http', start),
    await contender('ours', 'ours'),
  ];
  for (const size of [64, 10_240]) await compare('editor', 'lm.invokeTool', size, contenders);
  writeServers({});
}

/** Milliseconds from a keystroke until the problem that it makes is shown. */
async function keystroke(): Promise<number> {
  const editor = await vscode.window.showTextDocument(configUri());
  const { document } = editor;
  const end = document.positionAt(document.getText().lastIndexOf('"command"'));
  const shown = new Promise<void>((resolve) => {
    const changes = vscode.languages.onDidChangeDiagnostics(() => {
      if (ours().length === 0) return;
      changes.dispose();
      resolve();
    });
  });
  const begun = performance.now();
  await editor.edit((edit) => edit.insert(end.translate(0, 1), 'x'));
  await shown;
  const took = performance.now() - begun;
  await vscode.commands.executeCommand('undo');
  await until(() => {
    if (ours().length > 0) throw new Error('the problem stays');
  });
  return took;
}

function ours(): vscode.Diagnostic[] {
  const all = vscode.languages.getDiagnostics(configUri());
  return all.filter(({ source }) => source === 'MCP Roundhouse');
}

async function measureTyping(count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, at) => `server-${at}`);
  const servers = Object.fromEntries(names.map((name) => [name, { command: 'node', args: [] }]));
  await writeAndShow(JSON.stringify({ servers }, undefined, 2));
  const times = new Rounds(['ours']);
  for (let round = 0; round < rounds; round++) times.add('ours', await keystroke());
  const name = `a problem of ${count} servers, from the keystroke`;
  times.report({ part: 'editor', name, unit: 'ms' });
}

export async function run(): Promise<void> {
  try {
    await measure();
  } catch (error) {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    throw error;
  }
}

async function measure(): Promise<void> {
  await runUnasked();
  await measureCalls();
  const settings = vscode.workspace.getConfiguration('roundhouse');
  // Servers that are typed shall not start.
  await settings.update('owner', 'vscode', vscode.ConfigurationTarget.Global);
  for (const count of [10, 1_000]) await measureTyping(count);
}
