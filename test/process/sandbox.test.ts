import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ensureSandboxPrograms } from '../../scripts/debianPackages.mjs';
import { sandboxPrograms } from '../../src/client/launch/sandboxPrograms';
import type { ResolvedStdio, Sandbox } from '../../src/ipc/launch';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newHost } from '../support/hostFixture';
import { launchOf, realServers } from '../support/realServers/realServers';
import { isRunning } from '../support/fakeServer/processes';
import { roundhouse } from '../support/roundhouse';
import { WatchedServer } from '../support/watchedServer';

const script = path.resolve('dist', 'sandbox.js');

/** A launch in a sandbox that allows nothing else. */
function confined(launch: ResolvedStdio, rules: Partial<Sandbox> = {}): ResolvedStdio {
  const programs = sandboxPrograms(script);
  if (!programs) throw new Error('Nothing confines a server here.');
  const nothing = {
    allowedDomains: [],
    deniedDomains: [],
    denyRead: [],
    allowWrite: [],
    denyWrite: [],
    npmCache: mkdtempSync(path.join(tmpdir(), 'npm-')),
  };
  return { ...launch, sandbox: { ...programs, ...nothing, ...rules } };
}

async function open(launch: ResolvedStdio): Promise<WatchedServer> {
  const host = newHost();
  const server = await WatchedServer.open(host, launch);
  onTestFinished(async () => {
    await server.close();
    await host.stop();
  });
  return server;
}

function folders() {
  const root = mkdtempSync(path.join(tmpdir(), 'sandbox-test-'));
  const [open, closed, secret] = ['open', 'closed', 'secret'].map((name) => path.join(root, name));
  for (const folder of [open, closed, secret]) mkdirSync(folder ?? '');
  return { root, open: open ?? '', closed: closed ?? '', secret: secret ?? '' };
}

const filesystem = realServers.find(({ name }) => name.endsWith('server-filesystem'));

/** Some containers let nobody make the namespaces of a sandbox. There its servers must fail. */
let canConfine = true;

/** Starts a server, and is false where it has to fail. */
async function runs(server: WatchedServer): Promise<boolean> {
  await server.start();
  if (canConfine) expect(server.state.kind).toBe('running');
  else expect(['backingOff', 'failed']).toContain(server.state.kind);
  return canConfine;
}

describe.skipIf(process.platform === 'win32')('a server in a sandbox', () => {
  beforeAll(async () => {
    if (process.platform !== 'linux') return;
    await ensureSandboxPrograms();
    const wanted = ['user', 'net', 'pid'].map((name) => `--unshare-${name}`);
    const args = [...wanted, '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true'];
    const { status, stderr } = spawnSync('bwrap', args, { encoding: 'utf8' });
    canConfine = status === 0;
    if (!canConfine) console.error(`Nothing is confined here: ${stderr}`);
  });

  test('writes where its rules allow it, reads what they do not deny, and ends with all it started', async () => {
    if (!filesystem) throw new Error('The server is not installed.');
    const { root, open: writable, closed, secret } = folders();
    writeFileSync(path.join(closed, 'note.txt'), 'readable');
    writeFileSync(path.join(secret, 'key.txt'), 'private');
    const launch = launchOf(filesystem, root);
    const server = await open(confined(launch, { allowWrite: [writable], denyRead: [secret] }));
    if (!(await runs(server))) return;
    const text = async (tool: string, args: Record<string, string>) =>
      JSON.stringify(await server.call(tool, args));
    const write = (folder: string) =>
      text('write_file', { path: path.join(folder, 'new.txt'), content: 'written' });
    expect(await write(writable)).toMatch(/success/i);
    expect(readFileSync(path.join(writable, 'new.txt'), 'utf8')).toBe('written');
    expect(await write(closed)).toMatch(/EROFS|EPERM|EACCES/);
    expect(existsSync(path.join(closed, 'new.txt'))).toBe(false);
    const read = (file: string) => text('read_text_file', { path: path.join(root, file) });
    expect(await read('closed/note.txt')).toContain('readable');
    expect(await read('secret/key.txt')).not.toContain('private');
    const { pid = 0 } = server.snapshot;
    await server.client.stop('folder:a/till');
    expect(isRunning(pid)).toBe(false);
  });

  test('reaches no domain that its rules do not name, and its log says so', async () => {
    const asked = `const at = new URL(process.env.HTTPS_PROXY);
      const auth = Buffer.from(decodeURIComponent(at.username) + ':' + at.password).toString('base64');
      const headers = { 'Proxy-Authorization': 'Basic ' + auth };
      require('http').request({ host: at.hostname, port: at.port, method: 'CONNECT', path: 'example.com:443', headers })
        .on('error', console.error).on('connect', ({ statusCode }) => console.error('answer', statusCode)).end();`;
    const { command, args, ...rest } = fakeStdio({ tools: ['echo'] });
    const shell = ['-c', '"$0" -e "$ASKED"; exec "$0" "$@"', command, ...args];
    const launch = { ...rest, command: 'sh', args: shell, env: { ...rest.env, ASKED: asked } };
    const server = await open(confined(launch));
    if (!(await runs(server))) return;
    await vi.waitFor(async () => {
      const log = await server.log();
      expect(log).toContain('answer 403');
      expect(log.join('\n')).toMatch(/Sandbox: deny network-outbound example\.com:443/);
    });
  });

  test('gets the variables of its entry, which run nothing outside', async () => {
    const { root, open: writable } = folders();
    const outside = path.join(root, 'outside');
    const code = path.join(root, 'code.sh');
    writeFileSync(code, `echo ran > ${outside}\n`);
    const env = { BASH_ENV: code, ENV: code, ODD: `it's "$HOME" \`x\`\n`, 'a.b': 'c', HOME: null };
    const seen = path.join(writable, 'seen.json');
    const note = `import { writeFileSync } from 'node:fs'; writeFileSync(process.env.SEEN, JSON.stringify(process.env));`;
    const launch = fakeStdio({ tools: ['echo'] });
    const server = await open(
      confined(
        {
          ...launch,
          args: ['--import', `data:text/javascript,${note}`, ...launch.args],
          env: { ...launch.env, ...env, SEEN: seen },
        },
        { allowWrite: [writable] },
      ),
    );
    if (!(await runs(server))) return;
    const variables = JSON.parse(readFileSync(seen, 'utf8')) as Record<string, string>;
    const { HOME: _removed, ...kept } = env;
    expect(variables).toMatchObject(kept);
    for (const name of [
      'HOME',
      'ELECTRON_RUN_AS_NODE',
      'MCP_ROUNDHOUSE_SANDBOX',
      'MCP_ROUNDHOUSE_COMMAND',
    ])
      expect(variables).not.toHaveProperty(name);
    expect(existsSync(outside)).toBe(false);
  });

  test('makes the folders that it may write to, and leaves nothing in its own', async () => {
    const { root } = folders();
    for (const folder of ['.vscode', 'open/.vscode']) mkdirSync(path.join(root, folder));
    const made = path.join(root, 'made');
    const { command, args, ...rest } = fakeStdio({ tools: ['echo'] });
    const notes = 'for f in made/a .vscode/b open/.vscode/b c; do date > $f; done; exec "$0" "$@"';
    const launch = { ...rest, command: 'sh', args: ['-c', notes, command, ...args], cwd: root };
    const first = await open(
      confined(launch, { allowWrite: [made, root, path.join(root, 'open')] }),
    );
    if (!(await runs(first))) return;
    expect(readdirSync(root).toSorted()).toEqual([
      '.vscode',
      'c',
      'closed',
      'made',
      'open',
      'secret',
    ]);
    expect(readdirSync(made)).toEqual(['a']);
    for (const folder of ['.vscode', 'open/.vscode'])
      expect(readdirSync(path.join(root, folder))).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'does not start with a rule that would protect nothing',
    async () => {
      const gone = path.join(folders().root, 'gone');
      const server = await open(confined(fakeStdio({ tools: ['echo'] }), { denyWrite: [gone] }));
      await server.start();
      await vi.waitFor(async () =>
        expect((await server.log()).join('\n')).toContain(`denyWrite cannot protect ${gone}`),
      );
      expect(server.state.kind).not.toBe('running');
    },
  );

  test('fails with what is missing', async () => {
    const launch = fakeStdio({ tools: ['echo'] });
    const empty = { ...launch, baseEnv: { PATH: folders().root } };
    const missing = await open(confined({ ...launch, command: 'no-such-command' }));
    await missing.start();
    expect(missing.state).toMatchObject({ kind: 'failed', error: { code: 'notFound' } });
    if (process.platform !== 'linux') return;
    const bare = await open(confined(empty));
    await bare.start();
    expect(bare.state).toMatchObject({
      kind: 'failed',
      error: { code: 'sandboxToolMissing', args: { packages: 'bubblewrap socat ripgrep' } },
    });
  });

  test('runs from its entry, with the rules of the file', async () => {
    const { root, open: writable } = folders();
    const { command, args, env } = fakeStdio({ tools: ['echo'] });
    const note = 'date > open/seen; date > closed/seen; exec "$0" "$@"';
    const till = {
      command: 'sh',
      args: ['-c', note, command, ...args],
      env,
      cwd: root,
      sandboxEnabled: true,
    };
    const filesystem = { denyWrite: [path.join(root, 'closed')] };
    const file = path.join(root, 'mcp.json');
    writeFileSync(file, JSON.stringify({ servers: { till }, sandbox: { filesystem } }));
    const called = await roundhouse([
      'call',
      'till',
      'echo',
      '--args',
      '{"text":"hello"}',
      '--config',
      file,
    ]);
    if (!canConfine) return expect(called.code).not.toBe(0);
    expect(called).toMatchObject({ code: 0, stdout: 'hello\n' });
    expect(existsSync(path.join(writable, 'seen'))).toBe(true);
    expect(existsSync(path.join(root, 'closed', 'seen'))).toBe(false);
  });
});
