import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConfigSource, Definition, Input } from '../../../src/config/definition';
import type { SeenDefinition } from '../../../src/config/fingerprint';
import { levels } from '../../../src/config/precedence';
import { parseAnyConfig } from '../../../src/config/read/parseConfig';
import { debugKeys, devKeys, entryKeys, oauthKeys } from '../../../src/config/read/parseEntry';
import { inputKeys } from '../../../src/config/read/parseInputs';
import { editorVariables } from '../../../src/config/variables';
import { Approvals, type TrustMode } from '../../../src/client/approvals';
import { Inputs } from '../../../src/client/inputs';
import { LaunchResolver } from '../../../src/client/launch/launchResolver';
import type { EditorFile } from '../../../src/client/launch/windowVariables';
import { MemoryKeyValueStore, MemorySecretStore } from './memoryStores';

/** Everything that decides a launch, in a workspace whose folder is `ROOT`. */
interface Scene {
  readonly entry?: object;
  readonly inputs?: readonly object[];
  /** The whole file, where its host writes entries in another way. */
  readonly text?: string;
  readonly source?: Partial<ConfigSource>;
  /** What a person answered, by the id of the input. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Settings as they count in the workspace, and as the person's own say. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly own?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** By path below `ROOT`; `undefined`: there is none. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  readonly folders?: readonly { readonly name: string; readonly path: string }[];
  readonly file?: EditorFile;
  readonly home?: string;
  readonly editor?: string;
  readonly extension?: string;
}

/**
 * What becomes of a change after the approval. `asked`: nothing runs before it was shown and approved again;
 * `same`: what runs and where data goes is equal; `own`: the person made the change, or chose it themselves;
 * `never`: nothing runs at all.
 */
type Outcome = 'asked' | 'same' | 'own' | 'never';

interface Row {
  /** The keys and variables that the row is about. */
  readonly about: readonly string[];
  readonly before: Scene;
  readonly after: Scene;
  readonly outcome: Outcome;
  readonly why?: string;
  /** It does not run before the change, either. */
  readonly isDown?: true;
}

const inRoot = (scene: Scene, root: string): Scene =>
  JSON.parse(JSON.stringify(scene).replaceAll('ROOT', root)) as Scene;

/** A window whose scene changes, with approvals that stay. */
async function window(first: Scene, mode: TrustMode = 'ask') {
  const root = await mkdtemp(join(tmpdir(), 'rh-approved-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  let scene = inRoot(first, root);
  const store = new MemoryKeyValueStore();
  const approvals = new Approvals(store, () => mode);
  const askInput = vi.fn(async ({ id }: Input) => scene.answers?.[id]);
  const inputs = new Inputs(new MemorySecretStore(), askInput);
  const askApproval = vi.fn(async (): Promise<readonly SeenDefinition[]> => []);
  const port = {
    facts: () => ({
      folders: scene.folders ?? [{ name: 'app', path: root }],
      file: scene.file,
      execPath: scene.editor ?? '/opt/editor/code',
      appRoot: scene.editor ?? '/opt/editor',
      cwd: scene.home ?? '/home/ada',
    }),
    setting: (name: string) => scene.settings?.[name] ?? scene.own?.[name],
    ownSetting: (name: string) => scene.own?.[name],
    extensionFolder: () => scene.extension ?? '/ext/one',
  };
  const resolver = (): LaunchResolver =>
    new LaunchResolver({
      approvals,
      inputs,
      trusted: () => true,
      askApproval,
      environment: () => scene.environment ?? {},
      home: scene.home ?? '/home/ada',
      variables: port,
    });
  const definition = async (): Promise<Definition> => {
    const source: ConfigSource = {
      id: 'folder:app',
      file: join(root, '.vscode', 'mcp.json'),
      folder: root,
      dialect: 'vscode',
      level: levels.folder,
      readByEditor: true,
      ...scene.source,
    };
    const { entry = { command: 'c' }, inputs: declared = [] } = scene;
    const text = scene.text ?? JSON.stringify({ servers: { s: entry }, inputs: declared });
    const [found] = (await parseAnyConfig(text, source)).definitions;
    if (!found) throw new Error('the entry is no definition');
    return found;
  };
  const change = async (next: Scene): Promise<void> => {
    scene = { ...scene, ...inRoot(next, root) };
    for (const [name, text] of Object.entries(next.files ?? {})) {
      const file = join(root, name);
      await mkdir(dirname(file), { recursive: true });
      if (text === undefined) await rm(file, { force: true });
      else await writeFile(file, text);
    }
  };
  await change(first);
  return {
    root,
    store,
    approvals,
    askApproval,
    askInput,
    change,
    inspect: async () => resolver().inspect(await definition()),
    definition,
    /** What a person sees is approved. */
    approve: async () => approvals.approve([await resolver().inspect(await definition())]),
    resolve: async (gesture = false) =>
      resolver().resolve(await definition(), { gesture, signal: new AbortController().signal }),
  };
}

const blocked = { kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } };
const prompt = { id: 'key', type: 'promptString' };
const remote = { url: 'https://a.example/mcp' };
const api = (entry: object): Scene => ({ entry: { ...remote, ...entry } });
const openFile: EditorFile = {
  path: '/w/a.py',
  folder: '/w',
  line: 1,
  column: 1,
  selectedText: 'a',
};
const otherFile: EditorFile = {
  path: '/v/b.js',
  folder: '/v',
  line: 2,
  column: 2,
  selectedText: 'b',
};
const ownFile: Partial<ConfigSource> = {
  id: 'user',
  file: '/home/ada/.config/mcp.json',
  folder: undefined,
  level: levels.user,
};
const opencode = (argument: string): string =>
  JSON.stringify({ mcp: { s: { type: 'local', command: ['c', argument] } } });

/** What is written in the entry: another text is another fingerprint. */
const written: readonly Row[] = [
  [['command', 'type'], { command: 'd' }],
  [['args'], { command: 'c', args: ['--more'] }],
  [['cwd'], { command: 'c', cwd: '/elsewhere' }],
  [['env'], { command: 'c', env: { NODE_OPTIONS: '--require ./evil.js' } }],
  [['env'], { command: 'c', env: { PATH: null } }],
  [['envFile'], { command: 'c', envFile: '.env' }],
  [
    ['dev', 'debug', 'debugpyPath'],
    { command: 'c', dev: { debug: { type: 'debugpy', debugpyPath: './x' } } },
  ],
  [['url', 'type'], remote],
].map(([about, entry]) => ({
  about: about as string[],
  before: { entry: { command: 'c' }, files: { '.env': 'A=1' } },
  after: { entry: entry as object },
  outcome: 'asked' as const,
}));

const remotes: readonly Row[] = [
  [['url'], { url: 'https://b.example/mcp' }],
  [['type'], { type: 'sse' }],
  [['headers'], { headers: { Authorization: 'Bearer x' } }],
  [['oauth', 'clientId'], { oauth: { clientId: 'b' } }],
  [['clientSecret'], { oauth: { clientId: 'a', clientSecret: 's' } }],
  [['issuer'], { oauth: { clientId: 'a', issuer: 'https://evil.example' } }],
  [['clientMetadataUrl'], { oauth: { clientId: 'a', clientMetadataUrl: 'https://b.example/c' } }],
  [['privateKey'], { oauth: { clientId: 'a', privateKey: 'k' } }],
  [['algorithm'], { oauth: { clientId: 'a', algorithm: 'RS256' } }],
  [['grant'], { oauth: { clientId: 'a', grant: 'client_credentials' } }],
  [['enterpriseManaged'], { oauth: { clientId: 'a', enterpriseManaged: true } }],
].map(([about, entry]) => ({
  about: about as string[],
  before: api({ oauth: { clientId: 'a' } }),
  after: api({ oauth: { clientId: 'a' }, ...(entry as object) }),
  outcome: 'asked' as const,
}));

/** Where a value can be filled in; each takes a setting of the workspace. */
const filledPlaces: readonly Row[] = [
  { command: '${config:x}' },
  { command: 'c', args: ['${config:x}'] },
  { command: 'c', cwd: '/srv/${config:x}' },
  { command: 'c', env: { A: '${config:x}' } },
  { command: 'c', envFile: 'env/${config:x}' },
  { url: 'https://${config:x}/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}' } },
  { ...remote, headers: { Authorization: '${config:x}' } },
  { ...remote, oauth: { clientId: '${config:x}' } },
  { ...remote, oauth: { clientId: 'a', clientSecret: 's', issuer: 'https://${config:x}' } },
].map((entry) => ({
  about: ['config:'],
  before: {
    entry,
    settings: { x: 'one' },
    environment: { TOKEN: 't' },
    files: { 'env/one': 'A=1', 'env/two': 'A=1' },
  },
  after: { settings: { x: 'two' } },
  outcome: 'asked' as const,
}));

const settings: readonly Row[] = [
  {
    about: ['config:'],
    before: { entry: { command: '${config:x}' }, own: { x: 'one' } },
    after: { settings: { x: 'evil' } },
    outcome: 'asked',
    why: 'the workspace sets what it did not set before',
  },
  {
    about: ['config:'],
    before: { entry: { command: '${config:x}' }, own: { x: 'one' }, settings: { x: 'two' } },
    after: { settings: {} },
    outcome: 'asked',
    why: 'what the workspace set is gone, and the person’s own setting counts',
  },
  {
    about: ['config:'],
    before: { entry: { command: '${config:x}' }, own: { x: 'one' } },
    after: { own: { x: 'two' } },
    outcome: 'own',
    why: 'the person’s own settings are theirs',
  },
  {
    about: ['config:'],
    before: { entry: { command: '${config:x}' }, source: ownFile, own: { x: 'one' } },
    after: { settings: { x: 'evil' } },
    outcome: 'same',
    why: 'what a workspace sets does not reach the person’s own entries',
  },
];

const envFile: Scene = { entry: { command: 'c', envFile: '.env' }, files: { '.env': 'A=1\nB=2' } };
const envFiles: readonly Row[] = [
  { after: { '.env': 'A=1\nB=3' }, outcome: 'asked' as const },
  { after: { '.env': 'A=1\nB=2\nNODE_OPTIONS=--require ./x.js' }, outcome: 'asked' as const },
  { after: { '.env': 'A=1' }, outcome: 'asked' as const },
  {
    after: { '.env': '# Said otherwise\nB="2"\nA=1\n' },
    outcome: 'same' as const,
    why: 'comments, quotes and order set nothing',
  },
].map(({ after, ...row }) => ({
  about: ['envFile'],
  before: envFile,
  after: { files: after },
  ...row,
}));

const otherEnvFiles: readonly Row[] = [
  {
    about: ['envFile'],
    before: { entry: { command: 'c', envFile: '.env' } },
    after: { files: { '.env': 'A=1' } },
    outcome: 'asked',
    isDown: true,
    why: 'there was no file when it was approved',
  },
  {
    about: ['envFile'],
    before: { entry: { command: 'c', envFile: '.env' } },
    after: { files: { '.env': '' } },
    outcome: 'asked',
    isDown: true,
    why: 'an empty file is another answer than none',
  },
  {
    about: ['envFile', 'input:'],
    before: {
      entry: { command: 'c', envFile: '${input:key}' },
      inputs: [prompt],
      answers: { key: '.env' },
      files: { '.env': 'A=1' },
    },
    after: { files: { '.env': 'A=2' } },
    outcome: 'asked',
    why: 'its path is known once the input has a value',
  },
  {
    about: ['envFile'],
    before: {
      entry: { command: 'c', envFile: 'ROOT/.env' },
      source: ownFile,
      folders: [],
      files: { '.env': 'A=1' },
    },
    after: { files: { '.env': 'A=2' } },
    outcome: 'own',
    why: 'a file of the person’s own entry that lies in no open folder is theirs',
  },
  {
    about: ['envFile'],
    before: {
      entry: { command: 'c', envFile: 'ROOT/.env' },
      source: ownFile,
      files: { '.env': 'A=1' },
    },
    after: { files: { '.env': 'A=2' } },
    outcome: 'asked',
    why: 'the workspace writes what lies in its folders, whoever’s entry names it',
  },
];

const contents: readonly Row[] = [
  {
    about: ['file:'],
    before: {
      text: opencode('{file:a.txt}'),
      source: { dialect: 'opencode', file: 'ROOT/opencode.json', external: true },
      files: { 'a.txt': 'one' },
    },
    after: { files: { 'a.txt': 'two' } },
    outcome: 'asked',
  },
  {
    about: ['file:'],
    before: {
      text: opencode('{file:a.txt}'),
      source: { ...ownFile, dialect: 'opencode', file: 'ROOT/opencode.json', external: true },
      folders: [],
      files: { 'a.txt': 'one' },
    },
    after: { files: { 'a.txt': 'two' } },
    outcome: 'own',
    why: 'a file of the person’s own entry that lies in no open folder is theirs',
  },
];

const namedFolder = (kind: string): Row => ({
  about: [kind],
  before: {
    entry: { command: `\${${kind}:lib}` },
    folders: [{ name: 'lib', path: '/w/lib' }],
  },
  after: { folders: [{ name: 'lib', path: '/w/evil' }] },
  outcome: 'asked',
  why: 'a workspace names its folders as it likes',
});

const ownFolder = (kind: string): Row => ({
  about: [kind],
  before: { entry: { command: `./\${${kind}}` } },
  after: {
    source: { file: '/other/app/.vscode/mcp.json', folder: '/other/app' },
  },
  outcome: 'asked',
  why: 'the folder is where the file stands, and an approval is of one file',
});

/** What the person does in the editor while the entry stays as it was shown. */
const chosen = (about: string, text: string): Row => ({
  about: [about],
  before: { entry: { command: 'c', args: [text] }, file: openFile },
  after: { file: otherFile },
  outcome: 'own',
  why: 'the entry says that it takes what the person has open or selected, and the page shows that',
});

const inputs: readonly Row[] = [
  {
    about: ['input:', 'default'],
    before: {
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [{ ...prompt, default: 'one' }],
      answers: { key: 'v' },
    },
    after: { inputs: [{ ...prompt, default: 'evil' }] },
    outcome: 'asked',
    why: 'a default stands in a box, and Enter takes it',
  },
  {
    about: ['input:', 'options'],
    before: {
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [{ id: 'key', type: 'pickString', options: ['dev', 'prod'] }],
      answers: { key: 'prod' },
    },
    after: {
      inputs: [
        { id: 'key', type: 'pickString', options: [{ label: 'dev', value: '--evil' }, 'prod'] },
      ],
    },
    outcome: 'asked',
    why: 'an option is taken by its label',
  },
  {
    about: ['input:', 'default'],
    before: {
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [{ ...prompt, default: 'one' }],
      source: ownFile,
      answers: { key: 'v' },
    },
    after: { inputs: [{ ...prompt, default: 'two' }] },
    outcome: 'own',
    why: 'no workspace writes the person’s own file',
  },
  {
    about: ['default'],
    before: {
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [{ ...prompt, password: true, default: 'one' }],
      answers: { key: 'v' },
    },
    after: { inputs: [{ ...prompt, password: true, default: 'two' }] },
    outcome: 'same',
    why: 'nothing stands in a box whose text is hidden',
  },
  {
    about: ['input:'],
    before: {
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [prompt],
      answers: { key: 'v' },
    },
    after: { inputs: [{ ...prompt, type: 'command', command: 'evil.run' }] },
    outcome: 'asked',
  },
  {
    about: ['description', 'password', 'type'],
    before: {
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [prompt],
      answers: { key: 'v' },
    },
    after: { inputs: [{ ...prompt, description: 'More', password: true }] },
    outcome: 'same',
    why: 'the value that the person gave stays, and it is asked for in other words',
  },
  {
    about: ['id'],
    before: {
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [prompt],
      answers: { key: 'v' },
    },
    after: {
      entry: { command: 'c', args: ['${input:two}'] },
      inputs: [{ ...prompt, id: 'two' }],
      answers: { two: 'v' },
    },
    outcome: 'asked',
  },
  ...[{ command: 'evil.run' }, { args: ['evil'] }].map((changed): Row => ({
    about: Object.keys(changed),
    before: {
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [{ id: 'key', type: 'command', command: 'good.run', args: ['good'] }],
      answers: { key: 'v' },
    },
    after: {
      inputs: [{ id: 'key', type: 'command', command: 'good.run', args: ['good'], ...changed }],
    },
    outcome: 'asked',
  })),
  {
    about: ['command:'],
    before: {
      entry: { command: 'c', args: ['${command:good.run}'] },
      answers: { 'command:good.run': 'v' },
    },
    after: {
      entry: { command: 'c', args: ['${command:evil.run}'] },
      answers: { 'command:evil.run': 'v' },
    },
    outcome: 'asked',
  },
  {
    about: ['input:', 'command:'],
    before: {
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [{ id: 'key', type: 'command', command: 'good.run' }],
      answers: { key: 'v' },
    },
    after: { answers: { key: 'w' } },
    outcome: 'own',
    why: 'the command was approved and runs by a gesture alone, since it may ask; another answer is one of that gesture',
  },
];

const others: readonly Row[] = [
  ...['gallery', 'version'].map((key): Row => ({
    about: [key],
    before: { entry: { command: 'c' } },
    after: { entry: { command: 'c', [key]: key === 'gallery' ? true : '2' } },
    outcome: 'same',
    why: 'it says where an entry came from, and nothing reads it',
  })),
  {
    about: ['dev', 'watch'],
    before: { entry: { command: 'c' } },
    after: { entry: { command: 'c', dev: { watch: ['**'] } } },
    outcome: 'same',
    why: 'it says when the server restarts, not what runs',
  },
  {
    about: ['debug', 'type'],
    before: { entry: { command: 'node' } },
    after: { entry: { command: 'node', dev: { debug: { type: 'node' } } } },
    outcome: 'same',
    why: 'only Debug Server, which the person runs, puts the debugger around the same command',
  },
  {
    about: ['sandboxEnabled'],
    before: { entry: { command: 'c' } },
    after: { entry: { command: 'c', sandboxEnabled: true } },
    outcome: 'never',
    why: 'no program of this window confines a server',
  },
  {
    about: ['sandboxEnabled'],
    before: { entry: { command: 'c', sandboxEnabled: true } },
    after: { entry: { command: 'c' } },
    outcome: 'asked',
    isDown: true,
  },
  {
    about: ['env:'],
    before: { entry: { command: '${env:X}' }, environment: { X: 'one' } },
    after: { environment: { X: 'two' } },
    outcome: 'own',
    why: 'the environment is that of the person’s shell, which is read in their home folder',
  },
  {
    about: ['env:'],
    before: {
      text: JSON.stringify({ mcpServers: { s: { command: '${X:-one}' } } }),
      source: { dialect: 'dotmcp' },
    },
    after: { text: JSON.stringify({ mcpServers: { s: { command: '${X:-evil}' } } }) },
    outcome: 'asked',
    why: 'a default stands in the entry',
  },
  {
    about: ['userHome'],
    before: { entry: { command: '${userHome}/c' } },
    after: { home: '/home/eve' },
    outcome: 'own',
    why: 'the home folder is the person’s',
  },
  ...['execPath', 'execInstallFolder'].map((kind): Row => ({
    about: [kind],
    before: { entry: { command: `\${${kind}}` } },
    after: { editor: '/opt/newer' },
    outcome: 'own',
    why: 'where the editor is installed is the person’s',
  })),
  {
    about: ['extensionInstallFolder:'],
    before: { entry: { command: '${extensionInstallFolder:a.b}/c' } },
    after: { extension: '/ext/two' },
    outcome: 'own',
    why: 'the person installs and updates extensions; a path that changes with each version would ask each time',
  },
  ...['pathSeparator', '/'].map((text): Row => ({
    about: [text],
    before: { entry: { command: `a\${${text}}b` } },
    after: { home: '/home/eve', file: otherFile },
    outcome: 'own',
    why: 'it is one of the machine; only the default working folder is the person’s',
  })),
  {
    about: ['defaultBuildTask'],
    before: { entry: { command: '${defaultBuildTask}' } },
    after: { settings: { x: 'y' } },
    outcome: 'never',
    isDown: true,
    why: 'it has no value here',
  },
];

const focus = [
  'file',
  'fileWorkspaceFolder',
  'fileWorkspaceFolderBasename',
  'fileDirname',
  'fileDirnameBasename',
  'fileBasename',
  'fileBasenameNoExtension',
  'fileExtname',
  'lineNumber',
  'columnNumber',
  'selectedText',
  'relativeFile',
  'relativeFileDirname',
];
const folderKinds = [
  'workspaceFolder',
  'workspaceRoot',
  'workspaceFolderBasename',
  'workspaceRootFolderName',
  'cwd',
];

const rows: readonly Row[] = [
  ...written,
  ...remotes,
  ...filledPlaces,
  ...settings,
  ...envFiles,
  ...otherEnvFiles,
  ...contents,
  ...folderKinds.flatMap((kind) => [namedFolder(kind), ownFolder(kind)]),
  ...focus.map((kind) => chosen(kind, `\${${kind}}`)),
  ...inputs,
  ...others,
];

describe('what was approved is what runs', () => {
  it.each(rows.map((row) => [JSON.stringify(row.after), row] as const))(
    'after %s',
    async (_, { before, after, outcome, isDown }) => {
      const scene = await window(before);
      await scene.approve();
      // A person is there, so that questions are answered; what was not seen before they were is approved then.
      await scene.resolve(true);
      await scene.approve();
      const first = await scene.resolve();
      expect(first.kind === 'resolved').toBe(!isDown);
      await scene.change(after);
      const unasked = await scene.resolve();
      scene.askApproval.mockClear();
      await scene.resolve(true);
      if (outcome === 'asked') {
        expect(unasked).toMatchObject(blocked);
        expect(scene.askApproval).toHaveBeenCalledOnce();
        expect((await scene.inspect()).isApproved).toBe(false);
        await scene.approve();
        expect(await scene.resolve(true)).toMatchObject({ kind: 'resolved' });
        return;
      }
      expect(scene.askApproval).not.toHaveBeenCalled();
      if (outcome === 'same') expect(unasked).toEqual(first);
      if (outcome !== 'never') expect(unasked).toMatchObject({ kind: 'resolved' });
      else expect(unasked.kind).not.toBe('resolved');
    },
  );

  it('has a row for every key of an entry and an input, and for every variable', () => {
    const about = new Set(rows.flatMap((row) => row.about));
    const known = [...entryKeys, ...oauthKeys, ...devKeys, ...debugKeys, ...inputKeys];
    const missing = [...known, ...editorVariables, 'file:'].filter((one) => !about.has(one));
    expect(missing).toEqual([]);
  });

  it('says why wherever a change is not asked about', () => {
    expect(rows.filter(({ outcome, why }) => outcome !== 'asked' && !why)).toEqual([]);
  });
});

describe('an approval', () => {
  it('from before holds for entries that depend on nothing, and is asked about once for others', async () => {
    const plain = await window({ entry: { command: 'c', args: ['${workspaceFolder}'] } });
    await plain.approvals.approve([await plain.definition()]);
    expect([...plain.store.values.values()]).toEqual([true]);
    expect(await plain.resolve()).toMatchObject({ kind: 'resolved' });
    const dependent = await window(envFile);
    await dependent.approvals.approve([await dependent.definition()]);
    expect(await dependent.resolve()).toMatchObject(blocked);
    await dependent.approve();
    expect(await dependent.resolve()).toMatchObject({ kind: 'resolved' });
  });

  it('keeps no value that it is of', async () => {
    const scene = await window({
      entry: { command: 'c', envFile: '.env', env: { KEY: '${config:key}' } },
      settings: { key: 'steam-and-steel' },
      files: { '.env': 'TOKEN=brass-and-bread' },
    });
    await scene.approve();
    const kept = JSON.stringify([...scene.store.values]);
    expect(kept).toContain('envVariable TOKEN');
    expect(kept).not.toMatch(/steam-and-steel|brass-and-bread/);
    const other = await window({ ...envFile, files: { '.env': 'TOKEN=brass-and-bread' } });
    await other.approve();
    const hash = /"envVariable TOKEN":"([^"]+)"/;
    expect(hash.exec(JSON.stringify([...other.store.values]))?.[1]).not.toBe(hash.exec(kept)?.[1]);
  });

  it('says what is another than what was approved', async () => {
    const scene = await window({
      entry: { command: '${config:x}', envFile: '.env' },
      settings: { x: 'one' },
      files: { '.env': 'A=1\nB=2' },
    });
    await scene.approve();
    await scene.change({ settings: { x: 'two' }, files: { '.env': 'A=1\nC=3' } });
    expect((await scene.inspect()).dependencies).toEqual([
      { kind: 'variable', name: 'config:x', value: 'two', change: 'changed' },
      { kind: 'envFile', name: '', value: '' },
      { kind: 'envVariable', name: 'A', value: '1' },
      { kind: 'envVariable', name: 'C', value: '3', change: 'added' },
      { kind: 'envVariable', name: 'B', value: '', change: 'removed' },
    ]);
    await scene.change({ settings: { x: 'one' }, files: { '.env': 'B=2\nA=1' } });
    expect((await scene.inspect()).isApproved).toBe(true);
  });

  it('is of what an option stood for, also where a person takes it anew by its label', async () => {
    const profile = (value: string): Pick<Scene, 'inputs' | 'answers'> => ({
      inputs: [{ id: 'key', type: 'pickString', options: [{ label: 'dev', value }] }],
      answers: { key: value },
    });
    const scene = await window({
      entry: { command: 'c', args: ['${input:key}'] },
      ...profile('a'),
    });
    await scene.approve();
    expect(await scene.resolve(true)).toMatchObject({ kind: 'resolved' });
    await scene.change(profile('--evil'));
    expect(await scene.resolve(true)).toMatchObject(blocked);
    expect(scene.askApproval).toHaveBeenCalledOnce();
  });

  it('is asked for before an input that offers something else, and a decline stores nothing', async () => {
    const offering = (value: string): Scene => ({
      entry: { command: 'c', args: ['${input:key}'] },
      inputs: [{ ...prompt, default: value }],
      answers: { key: value },
    });
    const scene = await window(offering('one'));
    await scene.approve();
    await scene.change(offering('--evil'));
    expect(await scene.resolve(true)).toMatchObject(blocked);
    expect(scene.askInput).not.toHaveBeenCalled();
    await scene.change(offering('one'));
    expect(await scene.resolve()).toMatchObject({ kind: 'blocked', need: 'input' });
    await scene.change(offering('two'));
    scene.askApproval.mockImplementation(async () => [await scene.inspect()]);
    expect(await scene.resolve(true)).toMatchObject({ kind: 'resolved' });
    expect(scene.askApproval).toHaveBeenCalledTimes(2);
  });

  it('is of what was shown, and not of what came in its place while it was read', async () => {
    const scene = await window(envFile);
    const shown = await scene.inspect();
    await scene.change({ files: { '.env': 'A=evil' } });
    scene.askApproval.mockResolvedValue([shown]);
    expect(await scene.resolve(true)).toMatchObject(blocked);
  });

  it('of the entry alone lets a person be asked for values before the rest is shown', async () => {
    const scene = await window({
      entry: { command: 'c', envFile: '${input:key}' },
      inputs: [prompt],
      answers: { key: '.env' },
      files: { '.env': 'A=1' },
    });
    scene.askApproval.mockImplementation(async () => [await scene.inspect()]);
    expect(await scene.resolve(true)).toMatchObject({ kind: 'resolved' });
    expect(scene.askApproval).toHaveBeenCalledTimes(2);
    expect(await scene.resolve()).toMatchObject({ kind: 'resolved' });
  });

  it('is not needed where trust in the workspace is enough', async () => {
    const scene = await window(envFile, 'workspace');
    expect((await scene.inspect()).isApproved).toBe(true);
    expect(await scene.resolve()).toMatchObject({ kind: 'resolved' });
  });

  it('of one project is none of another in the same file of a host', async () => {
    const project = (folder: string): Scene => ({
      text: JSON.stringify({ projects: { [folder]: { mcpServers: { s: { command: './run' } } } } }),
      source: { dialect: 'claude-code', file: '/home/ada/.claude.json', folder, external: true },
    });
    const scene = await window(project('/one/app'));
    await scene.approve();
    expect(await scene.resolve()).toMatchObject({ kind: 'resolved' });
    await scene.change(project('/two/app'));
    expect(await scene.resolve()).toMatchObject(blocked);
  });

  it.skipIf(process.platform === 'win32')(
    'is of no pipe or device, which a look does not read',
    async () => {
      const scene = await window({ entry: { command: 'c', envFile: '/dev/null' } });
      expect((await scene.inspect()).dependencies).toEqual([]);
      await scene.approve();
      expect(await scene.resolve()).toMatchObject({ kind: 'resolved' });
    },
  );

  it.skipIf(process.platform === 'win32')('reads no file that has no end', async () => {
    const scene = await window({ entry: { command: 'c', envFile: '/dev/zero' } });
    await scene.approve();
    expect(await scene.resolve()).toMatchObject({
      kind: 'failed',
      reason: { code: 'envFileUnreadable' },
    });
  });
});
