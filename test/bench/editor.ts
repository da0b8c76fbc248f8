import * as vscode from 'vscode';
import { say } from '../integration/reportLines';
import {
  configUri,
  fakeEntry,
  runUnasked,
  until,
  writeAndShow,
  writeServers,
} from '../integration/workspaceFile';
import { compare, type Contender } from './compare';
import { Rounds } from './report';

// What runs in the extension host of a window. The same server is called over the editor's own MCP host and over ours,
// a configuration is typed into, and the turns of this extension host are watched while much comes at once. An editor
// under test says yes to each call at once, whoever runs the server.

const rounds = 10;
/** Rounds of what takes long. */
const fewRounds = 3;

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

/** Starts a server of the editor's own host; see `builtIn/extension.js`. */
function startBuiltIn(label: string): Thenable<unknown> {
  return vscode.commands.executeCommand(
    'workbench.mcp.startServer',
    `mcp-roundhouse-demo.built-in/${label}`,
    { waitForLiveTools: true },
  );
}

async function measureCalls(): Promise<void> {
  const entry = JSON.parse(process.env['ROUNDHOUSE_BENCH_SERVER'] ?? '') as object;
  writeServers({ ours: entry });
  await vscode.extensions.getExtension('mcp-roundhouse-demo.built-in')?.activate();
  // In the built-in host a server has the name that it gives itself.
  const contenders = [
    await contender('built-in', 'stdio', startBuiltIn),
    await contender('built-in, HTTP', 'http', startBuiltIn),
    await contender('ours', 'ours'),
  ];
  for (const size of [64, 10_240]) await compare('editor', 'lm.invokeTool', size, contenders);
  const { length } = vscode.lm.tools;
  writeServers({});
  await toolsOfEditor(length - 1);
}

/**
 * Longest turn of this extension host's event loop until `act` is over, in milliseconds of its processor: by the clock it
 * would be how long servers that start have the processors.
 */
async function longestTurn(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let used = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(used);
    longest = Math.max(longest, (user + system) / 1e3);
    used = process.cpuUsage();
  };
  const timer = setInterval(look, 1);
  try {
    await act();
    // What came last is looked at in a turn of its own.
    await new Promise((resolve) => setTimeout(resolve));
  } finally {
    clearInterval(timer);
  }
  look();
  return longest;
}

/** Servers that come while this extension host is watched. */
class Coming {
  readonly #time: Rounds;
  readonly #turn: Rounds;

  constructor(
    private readonly name: string,
    subjects: readonly string[],
    /** How many tools the editor has more with them. */
    private readonly tools: number,
  ) {
    this.#time = new Rounds(subjects);
    this.#turn = new Rounds(subjects);
  }

  /** Measures until the editor has the tools of what `start` brings. */
  async measure(subject: string, start: () => unknown): Promise<void> {
    const all = vscode.lm.tools.length + this.tools;
    const begun = performance.now();
    const act = async (): Promise<void> => {
      void start();
      await toolsOfEditor(all);
    };
    this.#turn.add(subject, await longestTurn(act));
    this.#time.add(subject, performance.now() - begun);
  }

  /** The same for servers of a configuration, which is empty before and after. */
  async measureOurs(servers: Record<string, unknown>): Promise<void> {
    const before = vscode.lm.tools.length;
    for (let round = 0; round < fewRounds; round++) {
      await this.measure('ours', () => writeServers(servers));
      writeServers({});
      await toolsOfEditor(before);
    }
  }

  report(): void {
    const row = { part: 'editor', unit: 'ms' } as const;
    this.#time.report({ ...row, name: this.name });
    this.#turn.report({ ...row, name: `${this.name}, longest turn of the extension host` });
  }
}

async function measureComing(): Promise<void> {
  const entry = fakeEntry({ tools: ['echo'] });
  const many = Array.from({ length: 50 }, (_, at) => [`many${at}`, entry]);
  const fifty = new Coming('50 servers come', ['ours'], many.length);
  await fifty.measureOurs(Object.fromEntries(many));
  fifty.report();
  const rich = new Coming('a server of 1000 tools comes', ['built-in', 'ours'], 1_000);
  await rich.measureOurs({ rich: fakeEntry({ toolCount: 1_000 }) });
  // Once, because the editor keeps the tools of its own servers.
  await rich.measure('built-in', () => startBuiltIn('rich'));
  rich.report();
}

async function toolsOfEditor(count: number): Promise<void> {
  await until(() => {
    const { length } = vscode.lm.tools;
    if (length !== count) throw new Error(`the editor has ${length} tools, not ${count}`);
  });
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
  await measureComing();
  const settings = vscode.workspace.getConfiguration('roundhouse');
  // Servers that are typed shall not start.
  await settings.update('owner', 'vscode', vscode.ConfigurationTarget.Global);
  for (const count of [10, 1_000]) await measureTyping(count);
}
