import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newJournal, newPidFile, readPids } from '../support/fakeServer/processes';
import { roundhouse, type Ended } from '../support/roundhouse';

const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = path.join(root, 'examples/workspace/.vscode/mcp.json');

function configFile(text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'mcp.json');
  writeFileSync(file, text);
  return file;
}

interface Listing {
  servers: {
    name: string;
    state: string;
    era: string;
    tools: { name: string }[];
    reason: unknown;
  }[];
  problems: { line: number; column: number; code: string }[];
}

/** The file of the examples, with the addresses at which they are served. */
function examplesAt(said: string): string {
  const folder = path.dirname(path.dirname(examples));
  const text = readFileSync(examples, 'utf8').replaceAll('${workspaceFolder}', folder);
  return [...said.matchAll(/^(\S+) +(http:\S+)$/gm)].reduce((changed, [, name = '', url = '']) => {
    const next = changed.replace(new RegExp(`("${name}": .*"url": )"[^"]*"`), `$1"${url}"`);
    expect(next).not.toBe(changed);
    return next;
  }, text);
}

test('the examples are listed, all six with their tools, and a call prints the result', async () => {
  const served = spawn(process.execPath, [path.join(root, 'examples/serve.mjs'), '0', '0', '0']);
  try {
    const said = await new Promise<string>((resolve, reject) => {
      let said = '';
      served.stdout.on('data', (data) => {
        said += String(data);
        if (said.includes('Ready')) resolve(said);
      });
      served.once('exit', (code) => reject(new Error(`the examples ended with ${code}`)));
    });
    const file = configFile(examplesAt(said));
    const { code, stdout } = await roundhouse(['list', '--config', file, '--json']);
    const { servers, problems } = JSON.parse(stdout) as Listing;
    expect(
      servers.map(({ name, state, era, tools }) => [name, state, era, tools.map((t) => t.name)]),
    ).toEqual([
      ['calculator', 'running', 'legacy', ['add', 'subtract', 'multiply', 'divide']],
      ['weather', 'running', 'legacy', ['get_weather']],
      ['calculator-http', 'running', 'legacy', ['add', 'subtract', 'multiply', 'divide']],
      ['weather-http', 'running', 'legacy', ['get_weather']],
      ['weather-sse', 'running', 'legacy', ['get_weather']],
      ['plain', 'running', 'legacy', ['reverse']],
    ]);
    const [calculator] = servers;
    expect(calculator).toMatchObject({
      protocolVersion: '2025-11-25',
      prompts: 0,
      resources: 0,
      resourceTemplates: 0,
      dropped: [],
      schemaChanges: {},
    });
    expect(problems).toEqual([]);
    expect(code).toBe(0);
  } finally {
    served.kill();
  }
  const sum = ['call', 'calculator', 'add', '--config', examples, '--args', '{"a":2,"b":3}'];
  expect(await roundhouse(sum)).toMatchObject({ code: 0, stdout: '5\n' });
  const json = await roundhouse([...sum, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ content: [{ type: 'text', text: '5' }] });
});

test('an unknown server or tool exits 1 and names the valid ones', async () => {
  const server = await roundhouse(['call', 'calculater', 'add', '--config', examples]);
  expect(server).toMatchObject({ code: 1, stdout: '' });
  expect(server.stderr).toContain('calculator');
  const tool = await roundhouse(['call', 'calculator', 'ad', '--config', examples]);
  expect(tool).toMatchObject({ code: 1, stdout: '' });
  expect(tool.stderr).toContain('add, ');
  const json = await roundhouse(['call', 'calculator', 'ad', '--config', examples, '--json']);
  expect(json).toMatchObject({ code: 1, stderr: tool.stderr });
  expect(JSON.parse(json.stdout)).toMatchObject({
    error: {
      code: 'unknownTool',
      args: { server: 'calculator', tool: 'ad' },
      message: expect.stringContaining('has no tool "ad"') as string,
    },
  });
});

test('a resource is printed, bytes only as they are or as JSON, and one that is not there is named', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const [prices, picture] = [path.join(folder, 'prices'), path.join(folder, 'picture')];
  writeFileSync(prices, 'apple: 1 €');
  writeFileSync(picture, Buffer.from([0x89, 0x50, 0xff]));
  const { command, args } = fakeStdio({
    files: {
      'shop://prices': { file: prices, mimeType: 'text/plain' },
      'shop://picture': { file: picture, mimeType: 'image/png' },
    },
  });
  const config = configFile(JSON.stringify({ servers: { till: { command, args } } }));
  const read = (uri: string, ...more: readonly string[]) =>
    roundhouse(['read', 'till', uri, '--config', config, ...more]);
  expect(await read('shop://prices')).toMatchObject({ code: 0, stdout: 'apple: 1 €\n' });
  expect((await read('shop://picture')).stdout).toBe(
    '[3 bytes image/png; use --raw to have them]\n',
  );
  expect(JSON.parse((await read('shop://picture', '--json')).stdout)).toEqual({
    contents: [{ uri: 'shop://picture', mimeType: 'image/png', blob: 'iVD/' }],
  });
  const { code, stderr } = await read('shop://none');
  expect(code).toBe(1);
  expect(stderr).toContain('The server has no resource shop://none');
});

test('a faulty file shows its problems, runs the good entries, and leaves nothing running', async () => {
  const pidFile = newPidFile();
  const good = fakeStdio({ pidFile });
  const file = configFile(`{
  // a comment
  "servers": {
    "good": { "command": "x" },
    "empty": {},
    "good": { "command": ${JSON.stringify(good.command)}, "args": ${JSON.stringify(good.args)}, "colour": 1 },
    "none": { "command": "no-such-command-here" },
  },
}`);
  const { code, stdout } = await roundhouse(['list', '--config', file, '--json']);
  const { servers, problems } = JSON.parse(stdout) as Listing;
  expect(servers.map(({ name, state }) => [name, state])).toEqual([
    ['good', 'running'],
    ['none', 'failed'],
  ]);
  expect(servers[1]?.reason).toMatchObject({ code: 'notFound' });
  expect(problems.map(({ code: problem, line }) => [problem, line])).toEqual([
    ['duplicateName', 4],
    ['missing', 5],
    ['unknownKey', 6],
    ['commandMissing', 7],
  ]);
  expect(code).toBe(1);
  expect(isRunning(readPids(pidFile).pid)).toBe(false);
});

test('the errors of a faulty file are told by other commands, too, and a good entry is called', async () => {
  const { command, args } = fakeStdio({ tools: ['echo'] });
  const file = configFile(
    `{ "servers": {\n"good": ${JSON.stringify({ command, args, colour: 1 })},\n"empty": {} } }`,
  );
  const line = `${file}:3:1: error: `;
  const good = await roundhouse(['call', 'good', 'echo', '--config', file]);
  expect(good.code).toBe(0);
  expect(good.stderr).toContain(line);
  expect(good.stderr).not.toContain('colour');
  const empty = await roundhouse(['read', 'empty', 'shop://x', '--config', file, '--json']);
  expect(empty.code).toBe(1);
  expect(empty.stderr).toContain(line);
  expect(JSON.parse(empty.stdout)).toMatchObject({ error: {} });
});

test('what a file says of its servers counts: disabled, hidden tools, time to start', async () => {
  const pidFile = newPidFile();
  const off = fakeStdio({ pidFile });
  const some = fakeStdio({ tools: ['get', 'put', 'pot'] });
  const mute = fakeStdio({ hangInitialize: true });
  const listed = ({ command, args }: typeof off): string =>
    `command = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`;
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'config.toml');
  writeFileSync(
    file,
    `[mcp_servers.off]\n${listed(off)}\nenabled = false\n
[mcp_servers.some]\n${listed(some)}\nenabled_tools = ["get", "put"]\ndisabled_tools = ["put"]
startup_timeout_sec = 90\n
[mcp_servers.mute]\n${listed(mute)}\nstartup_timeout_sec = 0.2\n`,
  );
  const list = await roundhouse(['list', '--config', file, '--json']);
  const { servers } = JSON.parse(list.stdout) as Listing;
  expect(servers.map(({ name, state, tools }) => [name, state, tools.map((t) => t.name)])).toEqual([
    ['off', 'disabled', []],
    ['some', 'running', ['get']],
    ['mute', 'failed', []],
  ]);
  expect(servers[0]?.reason).toMatchObject({ code: 'disabledInFile' });
  expect(servers[2]?.reason).toMatchObject({ code: 'timedOut' });
  expect(list.code).toBe(1);
  const call = await roundhouse(['call', 'off', 'get', '--config', file]);
  expect(call).toMatchObject({ code: 1, stdout: '' });
  const hidden = await roundhouse(['call', 'some', 'pot', '--config', file]);
  expect(hidden.stderr).toContain('The settings hide the name "pot"');
  expect(existsSync(pidFile)).toBe(false);
});

test('retries are waited for, of two entries with one launch, too', async () => {
  const { command, args } = fakeStdio({ exitAtStart: 3, goodFromStart: 3, journal: newJournal() });
  const file = configFile(
    JSON.stringify({ servers: { a: { command, args }, b: { command, args } } }),
  );
  const { code, stdout, stderr } = await roundhouse(['list', '--config', file, '--json']);
  const { servers } = JSON.parse(stdout) as Listing;
  expect(servers.map(({ name, state, tools }) => [name, state, tools.length])).toEqual([
    ['a', 'running', 1],
    ['b', 'running', 1],
  ]);
  expect(stderr).toContain('a: The server process ended with exit code 3. It is tried again');
  expect(code).toBe(0);
});

test('a server that is still starting when the time is over is told so, and is not well', async () => {
  const [good, mute] = [fakeStdio(), fakeStdio({ hangInitialize: true })];
  const entry = ({ command, args }: typeof good) => ({ command, args });
  const file = configFile(JSON.stringify({ servers: { good: entry(good), mute: entry(mute) } }));
  const list = await roundhouse(['list', '--config', file, '--json', '--timeout', '10']);
  const { servers } = JSON.parse(list.stdout) as Listing;
  expect(servers.map(({ name, state }) => [name, state])).toEqual([
    ['good', 'running'],
    ['mute', 'starting'],
  ]);
  expect(servers[1]?.reason).toMatchObject({ code: 'stillStarting', args: { seconds: 10 } });
  expect(list.code).toBe(1);
  const doctor = await roundhouse(['doctor', '--config', file, '--timeout', '10']);
  expect(doctor.stdout).toMatch(/^ok {3}good: running, fake 1\.0\.0, 1 tool$/m);
  expect(doctor.stdout).toMatch(
    /^FAIL mute: starting\. The server is still starting after 10 seconds/m,
  );
  expect(doctor.stdout).toMatch(/^ {5}FAIL Start +The server is still starting/m);
  expect(doctor.stdout).not.toContain('undefined');
  expect(doctor.code).toBe(1);
});

test('words of servers do nothing to a terminal, unless they are asked for as they are', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const toolsFile = path.join(folder, 'tools.json');
  const note = path.join(folder, 'note.txt');
  const evil = '\u001B]0;x\u0007\u009B31m\u0085\u202E\u2066\u200F\u061Cred';
  writeFileSync(toolsFile, JSON.stringify([{ name: 'echo', description: evil, inputSchema: {} }]));
  writeFileSync(note, evil);
  const { command, args } = fakeStdio({
    toolsFile,
    files: { 'till://note': { file: note, mimeType: 'text/plain' } },
  });
  const config = configFile(JSON.stringify({ servers: { till: { command, args } } }));
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await roundhouse([...words, '--config', config]);
    expect([words, code]).toEqual([words, 0]);
    return { out: stdout, all: `${stdout}${stderr}` };
  };
  const call = ['call', 'till', 'echo', '--args', JSON.stringify({ text: evil })];
  for (const words of [['list'], call, ['read', 'till', 'till://note']]) {
    for (const json of [[], ['--json']]) {
      const { all } = await run(...words, ...json);
      expect(all).toContain('red');
      expect(all).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    }
  }
  expect((await run(...call, '--raw')).out).toBe(`${evil}\n`);
  expect((await run('read', 'till', 'till://note', '--raw')).out).toBe(evil);
});

test('a tool is left to a server whose list failed', async () => {
  const { command, args } = fakeStdio({ tools: ['echo'], failing: ['tools/list'] });
  const file = configFile(JSON.stringify({ servers: { till: { command, args } } }));
  const call = ['call', 'till', 'echo', '--config', file, '--args', '{"text":"hi"}'];
  expect(await roundhouse(call)).toMatchObject({ code: 0, stdout: 'hi\n' });
  const none = await roundhouse(['call', 'till', 'none', '--config', file]);
  expect(none.stderr).toContain('Unknown tool none');
});

test('a disabled server is no fault', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'config.toml');
  writeFileSync(file, '[mcp_servers.off]\ncommand = "off"\nenabled = false\n');
  expect(await roundhouse(['list', '--config', file])).toMatchObject({ code: 0 });
  const doctor = await roundhouse(['doctor', '--config', file]);
  expect(doctor.stdout).toContain('off  off: disabled. The file');
  expect(doctor.code).toBe(0);
});

interface Examined {
  servers: {
    name: string;
    checks: { check: string; outcome: string; reason: { code: string } }[];
  }[];
  host: { check: string; outcome: string }[];
}

test('doctor tells of every check, what to do, and how long each step of a start took', async () => {
  const good = fakeStdio();
  const secret = 'wXq81LmZ0pT4kR7v';
  const servers = {
    good: {
      command: good.command,
      args: [...good.args, '--api-key', secret],
      env: { KEY: secret },
    },
    none: { command: 'no-such-command-here', args: ['--token', secret] },
    far: { url: `http://127.0.0.1:9/mcp?api_key=${secret}`, headers: { 'X-Key': secret } },
  };
  const file = configFile(JSON.stringify({ servers }));
  const home = path.join(path.dirname(file), 'run');
  const doctor = (...more: string[]) =>
    roundhouse(['doctor', '--config', file, '--timeout', '30', ...more], {
      env: { ROUNDHOUSE_HOME: home },
    });
  // One after the other they would wait for the retries of the last server three times.
  const [text, json, report] = await Promise.all([doctor(), doctor('--json'), doctor('--report')]);
  expect(text.code).toBe(1);
  expect(text.stdout).toMatch(/^ok {3}good: running, .* 1 tool$/m);
  expect(text.stdout).toMatch(/^ {5}ok {3}Command +It is \/.*node/m);
  expect(text.stdout).toMatch(/^ {5}ok {3}Runtime +Node\.js answers: v\d+/m);
  expect(text.stdout).toMatch(/^ {5}ok {3}Start .*waiting for its first answer \d+ ms/m);
  expect(text.stdout).toMatch(
    /^FAIL none: failed\. The command "no-such-command-here" was not found/m,
  );
  expect(text.stdout).toMatch(/^ {5}FAIL Command +The command .* was not found in \//m);
  expect(text.stdout).toMatch(/^ {5}FAIL Connection +Nothing listens at 127\.0\.0\.1, port 9\./m);
  expect(text.stdout).toMatch(/^ {5}What to do: Start the server, or correct the port\./m);
  const examined = JSON.parse(json.stdout) as Examined;
  expect(examined.servers.map(({ checks }) => checks.map(({ check }) => check))).toEqual([
    ['entry', 'command', 'folder', 'runtime', 'start'],
    ['entry', 'command', 'folder', 'start'],
    ['entry', 'proxy', 'connection', 'http', 'start'],
  ]);
  expect(examined.host.map(({ check }) => check)).toEqual(['runFolder', 'host']);
  expect(report.stdout).toMatch(/^# MCP Roundhouse report/);
  expect(report.stdout).toContain('## Checks\n\n### good\n\n- ok · Entry: ');
  expect(report.stdout).not.toContain(`${homedir()}/`);
  expect(JSON.stringify([text, json, report])).not.toContain(secret);
});

test('a server that ends is told with the line that helps, and what a terminal can do', async () => {
  const args = ['-e', "throw new Error('TILL_TOKEN is required')"];
  const servers = { till: { command: process.execPath, args } };
  const file = configFile(JSON.stringify({ servers }));
  const said = 'The server process ended with exit code 1. It said: Error: TILL_TOKEN is required';
  const again = 'Run the command again with --log to see all that the server writes.';
  // Side by side, as each waits until the server is given up.
  const [list, doctor, call] = await Promise.all([
    roundhouse(['list', '--config', file]),
    roundhouse(['doctor', '--config', file]),
    roundhouse(['call', 'till', 'get', '--config', file, '--log']),
  ]);
  expect(list.stdout).toContain(said);
  expect(list.stderr).not.toContain('[till]');
  expect(doctor.stdout).toContain(said);
  expect(doctor.stdout).toContain(`What to do: ${again}`);
  expect(call.stderr).toContain(`${said} ${again}`);
  expect(call.stderr).toMatch(/^\[till\] Error: TILL_TOKEN is required$/m);
  expect(call.stderr).toMatch(/^\[till\] Node\.js v\d/m);
  expect(call.stderr + doctor.stdout).not.toMatch(/Read the log|the editor/);
});

test('what blocks a server is told by doctor, too; nothing is looked at then', async () => {
  const file = configFile(
    JSON.stringify({
      inputs: [{ id: 'token', type: 'promptString', password: true }],
      servers: { s: { command: 'node', args: ['${input:token}'] } },
    }),
  );
  const { code, stdout } = await roundhouse(['doctor', '--config', file]);
  expect(code).toBe(1);
  expect(stdout).toContain('FAIL s: blocked. The input "token" has no value yet.');
  expect(stdout).toMatch(/^ {5}FAIL Entry +The input "token" has no value yet\./m);
  expect(stdout).not.toContain('Command  ');
});

test('an input comes from the command line or the environment, else the server is blocked', async () => {
  const { command } = fakeStdio();
  const file = configFile(
    JSON.stringify({
      inputs: [{ id: 'token', type: 'promptString', password: true }],
      servers: { s: { command, args: ['-e', 'process.exit(127)', '${input:token}'] } },
    }),
  );
  const list = ['list', '--config', file, '--json'];
  const state = async (ended: Promise<Ended>): Promise<string | undefined> =>
    (JSON.parse((await ended).stdout) as Listing).servers[0]?.state;
  expect(await state(roundhouse(list))).toBe('blocked');
  const given = roundhouse([...list, '--input', 'token=s3cret-value']);
  expect(await state(given)).toBe('failed');
  expect(JSON.stringify(await given)).not.toContain('s3cret-value');
  expect(await state(roundhouse(list, { env: { ROUNDHOUSE_INPUT_TOKEN: 's3cret-value' } }))).toBe(
    'failed',
  );
});

test('servers hear of the folders that are named, and that nobody sits here', async () => {
  const { command, args } = fakeStdio({ tools: ['ask_folders', 'ask_form', 'ask_model'] });
  const file = configFile(JSON.stringify({ servers: { till: { command, args } } }));
  const call = async (tool: string, ...options: string[]): Promise<unknown> => {
    const { stdout } = await roundhouse(['call', 'till', tool, '--config', file, ...options]);
    return JSON.parse(stdout);
  };
  const here = { uri: pathToFileURL(process.cwd()).href, name: path.basename(process.cwd()) };
  expect(await call('ask_folders')).toEqual({ roots: [here] });
  expect(await call('ask_folders', '--root', '/shop', '--root', '/shop/mail')).toEqual({
    roots: [
      { uri: pathToFileURL('/shop').href, name: 'shop' },
      { uri: pathToFileURL('/shop/mail').href, name: 'mail' },
    ],
  });
  expect(await call('ask_form')).toEqual({ action: 'decline' });
  expect(await call('ask_model')).toMatchObject({ error: { code: -32_601 } });
});

test.each([
  ['a command', ['call', 'one', 'echo', '--args', '{"text":"hi"}', '--raw']],
  ['a recording that is served', ['mock']],
])('%s whose output nobody reads any more ends quietly', async (_name, words) => {
  const pidFile = newPidFile();
  const isMock = words[0] === 'mock';
  const text = JSON.stringify({ servers: { one: fakeStdio({ pidFile }) } });
  const args = isMock ? [...words, configFile('')] : [...words, '--config', configFile(text)];
  const child = spawn(process.execPath, [path.join(root, 'dist/cli.js'), ...args]);
  child.stdout.destroy();
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, said }).toEqual({ code: 1, said: '' });
  if (!isMock) expect(isRunning(readPids(pidFile).pid)).toBe(false);
});

test('wrong usage exits 2 and says how it is meant', async () => {
  for (const args of [
    ['lst'],
    ['call', 'one', '--config', examples],
    ['list'],
    ['list', '--no'],
    ['list', '--report', '--config', examples],
    ['list', '--timeout', 'soon', '--config', examples],
    ['call', 'a', 'b', '--timeout', '5', '--config', examples],
  ]) {
    const { code, stderr, stdout } = await roundhouse(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: roundhouse');
  }
  for (const args of [
    ['list', '--json'],
    ['call', 'one', '--json', '--config', examples],
    ['doctor', '--json', '--config', path.join(root, 'none.json')],
    ['call', 'calculator', 'add', '--json', '--config', examples, '--args', '[]'],
    ['call', 'calculator', 'add', '--json', '--config', examples, '--args', '{"a":1e400}'],
  ]) {
    const { code, stderr, stdout } = await roundhouse(args);
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    expect([code, error.code]).toEqual([2, 'wrongUsage']);
    expect(stderr).toContain(error.message);
  }
  // What an agent reads is no place for it.
  const connect = await roundhouse(['connect', '--json', '--set', 'a', '--config', examples]);
  expect(connect).toMatchObject({ code: 2, stdout: '' });
  expect(await roundhouse(['--help'])).toMatchObject({ code: 0 });
});
