import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { effectiveSettings } from '../../../../src/config/settings/effectiveSettings';
import { raceAbort } from '../../../../src/base/abort';
import type { ConfigSource, Definition, DialectId } from '../../../../src/config/definition';
import { levels } from '../../../../src/config/precedence';
import { parseAnyConfig } from '../../../../src/config/read/parseConfig';
import { Approvals, type TrustMode } from '../../../../src/client/approvals';
import { Inputs, type AskInput } from '../../../../src/client/inputs';
import {
  LaunchResolver,
  type LaunchContext,
  type ResolveOptions,
} from '../../../../src/client/launch/launchResolver';
import type { WindowVariables } from '../../../../src/client/launch/windowVariables';
import { folderSource } from '../../config/textAt';
import { definitionOf, MemoryKeyValueStore, MemorySecretStore, noWindow } from '../memoryStores';

const key = { id: 'key', type: 'promptString', password: true };

interface Setup {
  readonly trusted?: boolean;
  readonly mode?: TrustMode;
  readonly approves?: boolean;
  readonly answer?: string;
  readonly variables?: WindowVariables;
  readonly environment?: Readonly<Record<string, string>>;
  readonly withholdSecrets?: boolean;
  readonly denied?: unknown;
}

/** A window with real approvals and inputs; `touched` lists what was looked up or asked, in order. */
function window({
  trusted = true,
  mode = 'ask',
  approves = false,
  answer,
  variables = noWindow,
  environment = { PATH: '/bin', TOKEN: 't0', VSCODE_PID: '1', NODE_OPTIONS: '--x' },
  withholdSecrets = false,
  denied,
}: Setup = {}) {
  const touched: string[] = [];
  const approvals = new Approvals(new MemoryKeyValueStore(), () => mode);
  const secrets = new MemorySecretStore();
  const ask: AskInput = async ({ id }) => {
    touched.push(`ask ${id}`);
    return answer;
  };
  const reading = {
    get: (name: string) => {
      touched.push('secrets');
      return secrets.get(name);
    },
    store: secrets.store.bind(secrets),
    delete: secrets.delete.bind(secrets),
  };
  const askApproval = vi.fn(async (definition: Definition): Promise<readonly Definition[]> => {
    touched.push(`trust ${definition.id}`);
    return approves ? [definition] : [];
  });
  const context: LaunchContext = {
    approvals,
    inputs: new Inputs(reading, ask),
    trusted: () => trusted,
    askApproval,
    environment: () => {
      touched.push('environment');
      return environment;
    },
    shell: () => 'read',
    withholdSecrets: () => withholdSecrets,
    serverLists: () => ({ allowed: undefined, denied }),
    home: '/home/ada',
    variables,
  };
  const resolver = new LaunchResolver(context);
  const resolve = (
    definition: Definition,
    gesture = false,
    more: Pick<ResolveOptions, 'path' | 'debug'> = {},
  ) => resolver.resolve(definition, { gesture, signal: new AbortController().signal, ...more });
  return { context, resolver, resolve, approvals, touched, askApproval };
}

const token = 'ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R';
const needy = definitionOf({ command: 'c', args: ['${input:key}', '${env:TOKEN}'] }, [key]);

describe('trust', () => {
  it('comes first: in Restricted Mode nothing is touched, asked or approved', async () => {
    const { resolve, touched, approvals } = window({ trusted: false, approves: true });
    await approvals.approve([needy]);
    expect(await resolve(needy, true)).toMatchObject({
      kind: 'blocked',
      need: 'trust',
      reason: { code: 'workspaceUntrusted' },
    });
    expect(touched).toEqual([]);
  });

  it('is not asked for without a gesture', async () => {
    const { resolve, touched } = window({ approves: true });
    expect(await resolve(needy)).toMatchObject({
      kind: 'blocked',
      need: 'trust',
      reason: { code: 'notApproved' },
    });
    expect(touched).toEqual([]);
  });

  it('asked for and refused touches nothing else', async () => {
    const { resolve, touched, approvals } = window({ approves: false });
    expect(await resolve(needy, true)).toMatchObject({ kind: 'blocked', need: 'trust' });
    expect(touched).toEqual(['trust folder:app/s']);
    expect(approvals.isApproved(needy)).toBe(false);
  });

  it('asked for and given is kept, and comes before any value', async () => {
    const { resolve, touched } = window({ approves: true, answer: 'v' });
    expect(await resolve(needy, true)).toMatchObject({ kind: 'resolved' });
    expect(touched[0]).toBe('trust folder:app/s');
    expect(touched.at(-1)).toBe('ask key');
    expect(await resolve(needy)).toMatchObject({ kind: 'resolved' });
    expect(touched.filter((what) => what.startsWith('trust'))).toHaveLength(1);
  });

  it('is asked once for two starts of one connection', async () => {
    const { resolve, askApproval } = window({ approves: true, answer: 'v' });
    const answers = await Promise.all([resolve(needy, true), resolve(needy, true)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['resolved', 'resolved']);
    expect(askApproval).toHaveBeenCalledTimes(1);
  });

  it('in the workspace is enough where the person said so', async () => {
    const { resolve, askApproval } = window({ mode: 'workspace' });
    expect(await resolve(definitionOf({ command: 'c' }))).toMatchObject({ kind: 'resolved' });
    expect(askApproval).not.toHaveBeenCalled();
  });

  it('does not outlive a change of the connection', async () => {
    const { resolve, approvals } = window();
    await approvals.approve([definitionOf({ command: 'c' })]);
    const changed = await resolve(definitionOf({ command: 'd' }));
    expect(changed).toMatchObject({ kind: 'blocked', need: 'trust' });
  });

  it('still asked for does not hold up a start that was given up', async () => {
    const { resolver, askApproval } = window();
    const open = new AbortController();
    askApproval.mockImplementation(() => new Promise(() => undefined));
    const waiting = [needy, definitionOf({ command: 'd' })].map((definition) =>
      resolver.resolve(definition, { gesture: true, signal: open.signal }),
    );
    await vi.waitFor(() => expect(askApproval).toHaveBeenCalled());
    open.abort('gone');
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
  });

  it('given after the start was given up is not kept', async () => {
    const { resolver, resolve, approvals, askApproval } = window();
    const open = new AbortController();
    let give = (_approved: readonly Definition[]): void => undefined;
    askApproval.mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
    const start = resolver.resolve(needy, { gesture: true, signal: open.signal });
    await vi.waitFor(() => expect(askApproval).toHaveBeenCalled());
    open.abort(new Error('gone'));
    await expect(start).rejects.toThrow('gone');
    give([needy]);
    // The next start waits for that question and puts its own.
    expect(await resolve(needy, true)).toMatchObject({ kind: 'blocked', need: 'trust' });
    expect(approvals.isApproved(needy)).toBe(false);
    expect(askApproval).toHaveBeenCalledTimes(2);
  });
});

describe('a sandbox that is asked for', () => {
  it('keeps the server from running without one, whoever starts it', async () => {
    const { resolve, touched } = window({ mode: 'workspace' });
    const entry = { command: 'c', args: ['${env:TOKEN}'] };
    expect(await resolve(definitionOf({ ...entry, sandboxEnabled: true }), true)).toEqual({
      kind: 'disabled',
      reason: { code: 'sandboxUnsupported' },
    });
    expect(touched).toEqual([]);
    const free = definitionOf({ ...entry, sandboxEnabled: false });
    expect(await resolve(free)).toMatchObject({ kind: 'resolved' });
  });
});

describe('a policy of the organisation', () => {
  const blocked = { kind: 'blocked', need: 'policy', reason: { code: 'serverDenied' } };

  it('keeps a server from running before anything is asked', async () => {
    const { resolve, touched } = window({ approves: true, denied: [{ serverName: 's' }] });
    expect(await resolve(needy, true)).toEqual(blocked);
    expect(touched).toEqual([]);
  });

  it('counts for the values of variables, too', async () => {
    const serverUrl = 'https://*.evil.test/*';
    const { resolve } = window({ approves: true, answer: 'eu.evil.test', denied: [{ serverUrl }] });
    const server = definitionOf({ url: 'https://${input:key}/mcp' }, [key]);
    expect(await resolve(server, true)).toEqual(blocked);
  });

  it('is compared with the command as it is written', async () => {
    const serverCommand = ['~/till', '--all'];
    const { resolve } = window({ mode: 'workspace', denied: [{ serverCommand }] });
    const args = ['--all'];
    expect(await resolve(definitionOf({ command: '~/till', args }))).toEqual(blocked);
    expect(await resolve(definitionOf({ command: 'till', args }))).toMatchObject({
      kind: 'resolved',
    });
  });
});

describe('variables', () => {
  const trusting = { mode: 'workspace' } as const;

  it('block where an input has no value', async () => {
    const missing = {
      kind: 'blocked',
      need: 'input',
      reason: { code: 'inputMissing', args: { input: 'key' } },
    };
    const { resolve, touched } = window(trusting);
    expect(await resolve(needy)).toEqual(missing);
    expect(touched).not.toContain('ask key');
    expect(await resolve(needy, true)).toEqual(missing);
    expect(touched).toContain('ask key');
  });

  it('are filled, and what inputs gave is named as secret', async () => {
    const { resolve } = window({ ...trusting, answer: 's3cret' });
    expect(await resolve(needy, true)).toEqual({
      kind: 'resolved',
      launch: {
        type: 'stdio',
        command: 'c',
        args: ['s3cret', 't0'],
        cwd: '/home/ada/app',
        env: {},
        baseEnv: { PATH: '/bin', TOKEN: 't0' },
      },
      secrets: ['s3cret', 't0'],
    });
  });

  it.each([
    ['${env:NOPE}', { code: 'variableUnset', args: { variable: 'env:NOPE' } }],
    ['${HOME}', { code: 'unknownVariable', args: { variable: 'HOME' } }],
    ['${input:none}', { code: 'undefinedInput', args: { input: 'none' } }],
  ])('fail for %s before a person is asked for anything', async (arg, reason) => {
    const { resolve, touched } = window({ ...trusting, answer: 'v' });
    const definition = definitionOf({ command: 'c', args: ['${input:key}', arg] }, [key]);
    expect(await resolve(definition, true)).toEqual({ kind: 'failed', reason });
    expect(touched).toEqual(['environment']);
  });

  it('are left to the shell in the text that it runs', async () => {
    const { resolve } = window({ ...trusting, answer: 'v' });
    const args = ['-c', 'exec x --root "${ROOT:-/srv}" ${env:TOKEN}'];
    expect(await resolve(definitionOf({ command: 'bash', args }), true)).toMatchObject({
      kind: 'resolved',
      launch: { args: ['-c', 'exec x --root "${ROOT:-/srv}" t0'] },
    });
  });

  it('fail for the folder of a file that has none', async () => {
    const { resolve } = window(trusting);
    const source = {
      id: 'user',
      file: '/home/ada/mcp.json',
      dialect: 'vscode' as const,
      level: 0,
      readByEditor: true,
    };
    expect(await resolve(definitionOf({ command: '${workspaceFolder}/x' }, [], source))).toEqual({
      kind: 'failed',
      reason: { code: 'variableUnset', args: { variable: 'workspaceFolder' } },
    });
  });

  it('may make up the address, which is checked when filled and never told', async () => {
    const definition = definitionOf({ url: '${input:key}', headers: { A: '${input:key}' } }, [key]);
    const good = window({ ...trusting, answer: 'https://u:p@x.example/mcp' });
    expect(await good.resolve(definition, true)).toMatchObject({
      kind: 'resolved',
      launch: { type: 'http', url: 'https://u:p@x.example/mcp' },
      secrets: ['https://u:p@x.example/mcp', 'p'],
    });
    const bad = window({ ...trusting, answer: 'javascript:1' });
    expect(await bad.resolve(definition, true)).toEqual({
      kind: 'failed',
      reason: { code: 'invalidUrl', args: {} },
    });
  });
});

describe('the environment', () => {
  const trusting = { mode: 'workspace' } as const;

  it('is waited for no longer than the start is wanted', async () => {
    const abort = new AbortController();
    const resolver = new LaunchResolver({
      ...window(trusting).context,
      environment: (signal) => raceAbort(new Promise(() => undefined), signal),
    });
    const options = { gesture: false, signal: abort.signal };
    const waiting = resolver.resolve(definitionOf({ command: 'c' }), options);
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });

  it.each<[object, boolean]>([
    [{ url: 'https://x.example/mcp' }, false],
    [{ url: 'https://x.example/mcp', headers: { A: '${env:TOKEN}' } }, true],
    [{ command: 'c' }, true],
  ])('of %j is read: %s', async (entry, isRead) => {
    const { resolve, touched } = window(trusting);
    expect(await resolve(definitionOf(entry))).toMatchObject({ kind: 'resolved' });
    expect(touched.includes('environment')).toBe(isRead);
  });

  it('gives secrets to mask, but none of what is kept back', async () => {
    const environment = { PATH: '/bin', PWD: '/work', GITHUB_TOKEN: 'g0g0g0', LANG: 'C' };
    const definition = definitionOf({ command: 'c' });
    expect(await window({ ...trusting, environment }).resolve(definition)).toMatchObject({
      launch: { baseEnv: environment },
      secrets: ['g0g0g0'],
    });
    const cautious = window({ ...trusting, environment, withholdSecrets: true });
    expect(await cautious.resolve(definition)).toMatchObject({ secrets: [] });
  });

  it.each([true, false])('is told whether a person wants the start: %s', async (gesture) => {
    const environment = vi.fn<LaunchContext['environment']>(() => ({}));
    const resolver = new LaunchResolver({ ...window(trusting).context, environment });
    const { signal } = new AbortController();
    await resolver.resolve(definitionOf({ command: 'c' }), { gesture, signal });
    expect(environment.mock.calls).toEqual([[signal, gesture]]);
  });

  it('keeps secrets back where that is wanted, but not those that the entry names', async () => {
    const environment = { PATH: '/bin', TOKEN: 't0', GITHUB_TOKEN: 'g0', LANG: 'C' };
    const { resolve } = window({ ...trusting, environment, withholdSecrets: true });
    const entry = { command: 'c', env: { MINE: '${env:GITHUB_TOKEN}' } };
    expect(await resolve(definitionOf(entry))).toMatchObject({
      launch: { env: { MINE: 'g0' }, baseEnv: { PATH: '/bin', LANG: 'C' } },
    });
    const answer = await resolve(definitionOf(entry));
    expect(JSON.stringify(answer)).not.toContain('t0');
  });

  it('has the variables that Codex passes by name, and those that are not set are none', async () => {
    const text = '[mcp_servers.s]\ncommand = "c"\nenv_vars = ["TOKEN", "OTHER"]\n';
    const source = { ...folderSource, file: '/w/.codex/config.toml', dialect: 'codex' } as const;
    const [definition] = (await parseAnyConfig(text, source)).definitions;
    if (definition === undefined) throw new Error('nothing is read');
    const environment = { PATH: '/bin', TOKEN: 't0' };
    const { resolve } = window({ ...trusting, environment, withholdSecrets: true });
    const answer = await resolve(definition);
    expect(answer).toMatchObject({ launch: { baseEnv: { PATH: '/bin' } }, secrets: ['t0'] });
    expect('launch' in answer && 'env' in answer.launch && answer.launch.env).toEqual({
      TOKEN: 't0',
    });
  });
});

describe('an explanation', () => {
  const trusting = { mode: 'workspace', answer: 's3cret' } as const;
  const options = { gesture: false, signal: new AbortController().signal };
  const explain = async (resolver: LaunchResolver, definition: Definition) => {
    const effective = effectiveSettings(definition.name, {});
    const server = { definition, effective, inactiveReason: undefined };
    return (await resolver.explain(server, options)).facts;
  };

  it('tells what is run, without asking for anything and without secrets', async () => {
    const { resolver, resolve, touched } = window({ ...trusting, withholdSecrets: true });
    expect(await explain(resolver, needy)).toBeUndefined();
    expect(touched.filter((what) => what.startsWith('ask'))).toEqual([]);
    await resolve(needy, true);
    expect(await explain(resolver, needy)).toEqual({
      command: 'c',
      args: ['•••', 't0'],
      cwd: '/home/ada/app',
      found: undefined,
      searched: ['/bin'],
      added: [],
      shell: 'read',
      withheld: ['TOKEN'],
    });
  });

  it('is not there for what is not trusted, and for a remote server', async () => {
    const { resolver } = window();
    expect(await explain(resolver, needy)).toBeUndefined();
    const remote = definitionOf({ url: 'https://x.example/mcp' });
    expect(await explain(window(trusting).resolver, remote)).toBeUndefined();
  });
});

describe('an aborted resolution', () => {
  it('rejects with the reason and puts no question', async () => {
    const { resolver, touched } = window({ approves: true });
    const signal = AbortSignal.abort('gone');
    await expect(resolver.resolve(needy, { gesture: true, signal })).rejects.toBe('gone');
    expect(touched).toEqual([]);
  });
});

describe('what only the window knows', () => {
  const trusting = { mode: 'workspace' } as const;
  const variables: WindowVariables = {
    facts: () => ({
      folders: [{ name: 'lib', path: '/home/ada/lib' }],
      file: { path: '/home/ada/app/x.ts', line: 2, column: 1, selectedText: '' },
      cwd: '/',
    }),
    setting: (name, folder) => (name === 'a.b' ? `${folder} says` : undefined),
    ownSetting: (name) => (name === 'a.b' ? 'I say' : undefined),
    extensionFolder: (id) => (id === 'a.b' ? '/ext' : undefined),
  };

  it('is filled in', async () => {
    const { resolve } = window({ ...trusting, variables });
    const args = ['${workspaceFolder:lib}', '${config:a.b}', '${extensionInstallFolder:a.b}'];
    const definition = definitionOf({ command: '${fileBasename}', args, cwd: '${cwd}/${/}' });
    expect(await resolve(definition)).toMatchObject({
      kind: 'resolved',
      launch: {
        command: 'x.ts',
        args: ['/home/ada/lib', '/home/ada/app says', '/ext'],
        cwd: '/home/ada/app',
      },
    });
  });

  it.each([
    ['user', 'I say'],
    ['remote', 'I say'],
    ['host', 'I say'],
    ['workspace', '/home/ada/app says'],
    ['project', '/home/ada/app says'],
  ] as const)('is, of settings, for a file of the level "%s" %s', async (level, said) => {
    const { resolve } = window({ ...trusting, variables });
    const source = { ...folderSource, level: levels[level] };
    const definition = definitionOf({ command: 'c', args: ['${config:a.b}'] }, [], source);
    expect(await resolve(definition)).toMatchObject({ launch: { args: [said] } });
  });

  it.each(['selectedText', 'config:none', 'workspaceFolder:none', 'execPath', 'defaultBuildTask'])(
    'is named where there is none: %s',
    async (variable) => {
      const { resolve } = window({ ...trusting, variables });
      expect(await resolve(definitionOf({ command: `\${${variable}}` }))).toEqual({
        kind: 'failed',
        reason: { code: 'variableUnset', args: { variable } },
      });
    },
  );
});

describe('a command for a value', () => {
  const trusting = { mode: 'workspace' } as const;
  const pick = { id: 'pick', type: 'command', command: 'tasks.pick' };

  it.each([
    ['an input', definitionOf({ command: 'c', args: ['${input:pick}'] }, [pick]), 'pick'],
    [
      'a variable',
      definitionOf({ command: 'c', args: ['${command:tasks.pick}'] }),
      'command:tasks.pick',
    ],
  ])('named by %s runs only with a gesture and is remembered', async (_by, definition, id) => {
    const environment = { PATH: '/bin' };
    const { resolve, touched } = window({ ...trusting, environment, answer: 'chosen' });
    expect(await resolve(definition)).toEqual({
      kind: 'blocked',
      need: 'input',
      reason: { code: 'inputMissing', args: { input: id } },
    });
    expect(touched).not.toContain(`ask ${id}`);
    const resolved = { kind: 'resolved', launch: { args: ['chosen'] }, secrets: ['chosen'] };
    expect(await resolve(definition, true)).toMatchObject(resolved);
    expect(await resolve(definition)).toMatchObject(resolved);
    expect(touched.filter((what) => what.startsWith('ask'))).toEqual([`ask ${id}`]);
  });
});

describe('on disk', () => {
  async function folderWith(files: Readonly<Record<string, string>>): Promise<ConfigSource> {
    const folder = await mkdtemp(join(tmpdir(), 'roundhouse-launch-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return { ...folderSource, folder, file: join(folder, 'mcp.json') };
  }

  it('envFile is read after approval, below env, with its path from the folder', async () => {
    const text = '\uFEFF# c\nA=file\nexport B="x # y"\nGONE=1\nAPI_KEY=s3cret\nPATH=/f\n';
    const source = await folderWith({ 't0.env': text });
    const entry = {
      command: 'c',
      envFile: './${env:TOKEN}.env',
      env: { A: 1, GONE: null, PATH: '/own' },
    };
    const definition = definitionOf(entry, [], source);
    expect(await window().resolve(definition)).toMatchObject({ kind: 'blocked' });
    expect(await window({ mode: 'workspace' }).resolve(definition)).toMatchObject({
      kind: 'resolved',
      launch: {
        env: { A: '1', B: 'x # y', GONE: null, API_KEY: 's3cret', PATH: '/f:/own' },
        baseEnv: { PATH: '/bin' },
      },
      secrets: ['t0', 's3cret'],
    });
  });

  it('an envFile that is not there is named, without the values of inputs', async () => {
    const source = await folderWith({});
    const definition = definitionOf({ command: 'c', envFile: '~/${input:key}.env' }, [key], source);
    const { resolve } = window({ mode: 'workspace', answer: 's3cret' });
    expect(await resolve(definition, true)).toEqual({
      kind: 'failed',
      reason: { code: 'envFileUnreadable', args: { file: '/home/ada/•••.env' } },
    });
  });

  describe.skipIf(process.platform === 'win32')('a pipe', () => {
    async function pipe() {
      const source = await folderWith({});
      const file = join(source.folder ?? '', 'pipe');
      execFileSync('mkfifo', [file]);
      // A reader that is stuck would keep the tests from ending.
      onTestFinished(() => closeSync(openSync(file, constants.O_RDWR | constants.O_NONBLOCK)));
      const entry = definitionOf({ command: 'c', envFile: './pipe' }, [], source);
      const contents: Definition = {
        ...entry,
        source: { ...source, dialect: 'opencode' },
        launch: { type: 'stdio', command: 'c', args: ['{file:./pipe}'], env: {} },
      };
      return { file, entry, contents };
    }

    it('is read as soon as a program fills it, and is no part of an approval', async () => {
      const { file, entry, contents } = await pipe();
      const { resolver, resolve } = window({ mode: 'workspace' });
      const filled = resolve(entry);
      await writeFile(file, 'A=1\n');
      expect(await filled).toMatchObject({ kind: 'resolved', launch: { env: { A: '1' } } });
      const given = resolve(contents);
      await writeFile(file, 's3cret\n');
      expect(await given).toMatchObject({ launch: { args: ['s3cret'] } });
      const asked = window({ approves: true });
      const approved = asked.resolve(contents, true);
      await writeFile(file, 's3cret\n');
      expect(await approved).toMatchObject({ kind: 'resolved' });
      expect(asked.askApproval).toHaveBeenCalledOnce();
      expect((await resolver.inspect(contents)).dependencies).toEqual([]);
    });

    it('that nobody fills ends with the start, or by a limit', async () => {
      const { file, entry, contents } = await pipe();
      const { resolver } = window({ mode: 'workspace' });
      const abort = new AbortController();
      const start = resolver.resolve(entry, { gesture: false, signal: abort.signal });
      abort.abort(new Error('stopped'));
      await expect(start).rejects.toThrow('stopped');
      const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
      onTestFinished(() => timeout.mockRestore());
      const { signal } = new AbortController();
      expect(await resolver.resolve(entry, { gesture: false, signal })).toEqual({
        kind: 'failed',
        reason: { code: 'envFileUnreadable', args: { file } },
      });
      expect(await resolver.resolve(contents, { gesture: false, signal })).toMatchObject({
        reason: { code: 'variableUnset' },
      });
    });
  });

  it('a file may hold a value in files of hosts that know that', async () => {
    const source: ConfigSource = {
      ...(await folderWith({ key: ' s3cret\n' })),
      dialect: 'opencode',
    };
    const definition = {
      ...definitionOf({ command: 'c', args: ['x'] }, [], { ...source, dialect: 'vscode' }),
      source,
    };
    const of = (arg: string): Definition => ({
      ...definition,
      launch: { type: 'stdio', command: 'c', args: [arg], env: {} },
    });
    const { resolve } = window({ mode: 'workspace' });
    expect(await resolve(of('k={file:./key} {env:TOKEN}'))).toMatchObject({
      launch: { args: ['k=s3cret t0'] },
      secrets: ['s3cret', 't0'],
    });
    expect(await resolve(of('{file:none}'))).toEqual({
      kind: 'failed',
      reason: { code: 'variableUnset', args: { variable: 'file:none' } },
    });
  });
});

describe('the style of the file', () => {
  it.each([
    ['claude-code', '${TOKEN} ${NOPE:-d} {env:TOKEN}', 't0 d {env:TOKEN}'],
    ['cursor', '${env:TOKEN} ${workspaceFolder} ${TOKEN}', 't0 /home/ada/app t0'],
    ['gemini', '$TOKEN ${TOKEN}', 't0 t0'],
    ['zed', '${TOKEN} $TOKEN', '${TOKEN} $TOKEN'],
  ] as const)('%s counts', async (dialect, arg, expected) => {
    const definition: Definition = {
      ...definitionOf({ command: 'c' }),
      source: { ...folderSource, dialect },
      launch: { type: 'stdio', command: 'c', args: [arg], env: {} },
    };
    expect(await window({ mode: 'workspace' }).resolve(definition)).toMatchObject({
      launch: { args: [expected] },
    });
  });
});

describe('options of a start', () => {
  const definition = definitionOf({ command: 'node', args: ['s.js'], env: { PATH: '/own' } });

  it('take the PATH of the settings for the inherited one', async () => {
    const { resolve } = window({ mode: 'workspace' });
    expect(await resolve(definition, false, { path: { prepend: ['~/bin'] } })).toMatchObject({
      launch: {
        env: { PATH: '/home/ada/bin:/bin:/own' },
        baseEnv: { PATH: '/home/ada/bin:/bin', TOKEN: 't0' },
      },
    });
    const named = definitionOf({ command: 'c', env: { PATH: '/own:${env:PATH}' } });
    expect(await resolve(named, false, { path: { replace: ['/only'] } })).toMatchObject({
      launch: { env: { PATH: '/own:/only' }, baseEnv: { PATH: '/only' } },
    });
  });

  it('run it under a debugger', async () => {
    const { resolve } = window({ mode: 'workspace' });
    const debug = { port: 9230, mode: { type: 'node' } } as const;
    expect(await resolve(definition, true, { debug })).toMatchObject({
      launch: { command: 'node', args: ['--inspect-brk=127.0.0.1:9230', 's.js'] },
    });
    expect(await resolve(definitionOf({ command: 'npx' }), true, { debug })).toEqual({
      kind: 'failed',
      reason: { code: 'debugNeedsNode', args: { command: 'npx' } },
    });
  });
});

describe('a server on a socket of this machine', () => {
  it('is resolved as written', async () => {
    const url = 'unix:///run/s.sock#/mcp';
    expect(await window({ mode: 'workspace' }).resolve(definitionOf({ url }))).toMatchObject({
      kind: 'resolved',
      launch: { type: 'http', url },
    });
  });
});

describe('secrets', () => {
  const of = async (arg: string, dialect: DialectId, setting?: string): Promise<unknown> => {
    const { source, ...rest } = definitionOf({ command: 'c', args: ['x'] });
    const definition: Definition = {
      ...rest,
      source: { ...source, dialect },
      launch: { type: 'stdio', command: 'c', args: [arg], env: {} },
    };
    const variables = { ...noWindow, setting: () => setting, ownSetting: () => setting };
    const environment = { PATH: '/bin' };
    const place = window({ mode: 'workspace', variables, environment });
    const answer = await place.resolve(definition);
    return answer.kind === 'resolved' ? answer.secrets : answer;
  };

  it('are settings, variables and defaults with a telling name or form', async () => {
    expect(await of('x ${config:shop.apiKey}', 'vscode', 's3cret')).toEqual(['s3cret']);
    expect(await of('x ${config:shop.name}', 'vscode', 'till')).toEqual([]);
    expect(await of('x ${config:shop.name}', 'vscode', token)).toEqual([token]);
    expect(await of('x ${API_KEY:-s3cret}', 'claude-code')).toEqual(['s3cret']);
    expect(await of('x ${NAME:-till}', 'claude-code')).toEqual([]);
  });
});
