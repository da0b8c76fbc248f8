import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CommandLookup } from '../../../../src/client/launch/commandLookup';
import type { Workspace } from '../../../../src/client/workspace';
import type {
  ConfigFile,
  ConfigSource,
  Definition,
  Problem,
} from '../../../../src/config/definition';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import type { FoundProblems } from '../../../../src/ui/editing/shownProblems';

const editor = vi.hoisted(() => {
  const nothing = { dispose: () => undefined };
  const event = () => nothing;
  const set = vi.fn();
  return {
    set,
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    Diagnostic: vi.fn(),
    Range: vi.fn(),
    Uri: { file: (fsPath: string) => ({ fsPath, toString: () => fsPath }) },
    languages: {
      createDiagnosticCollection: () => ({ ...nothing, set }),
      getDiagnostics: () => [],
      onDidChangeDiagnostics: event,
    },
    window: { activeTextEditor: undefined },
    workspace: {
      textDocuments: [] as object[],
      onDidOpenTextDocument: event,
      onDidCloseTextDocument: event,
      onDidChangeTextDocument: event,
      onDidSaveTextDocument: event,
    },
  };
});

vi.mock('vscode', () => editor);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { ShownProblems } = await import('../../../../src/ui/editing/problems.editor');
const { ConfigDocuments } = await import('../../../../src/ui/editing/configDocuments.editor');

test("problems of another host's closed file are those of its servers, each once, without another look at it", async () => {
  const file = '/nowhere/.claude.json';
  const text = '{ "mcpServers": { "a": { "command": 5 }, "b": { "command": "b" } } }';
  const read = ['one', 'two'].map((id): ConfigFile => {
    const source: ConfigSource = {
      id,
      file,
      dialect: 'claude-code',
      level: 400,
      readByEditor: false,
      external: true,
    };
    return { source, parsed: parseConfig(text, source) };
  });
  const isMissing = vi.fn();
  const files = signal<readonly ConfigFile[]>(read);
  const workspace = { trusted: signal(true), files, entries: signal(new Map()) };
  const found = signal<FoundProblems>(new Map<string, readonly Problem[]>());
  const problems = new ShownProblems(
    { workspace: workspace as unknown as Workspace, found },
    new ConfigDocuments(() => []),
    { isMissing } as unknown as CommandLookup,
  );
  await expect.poll(() => found.value.get(file)?.map(({ code }) => code)).toEqual(['wrongType']);
  expect(editor.set).toHaveBeenCalledOnce();
  expect(isMissing).not.toHaveBeenCalled();
  problems.dispose();
});

test('a command is looked for again when its server has come up, and when it is searched elsewhere', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'rh-problems-')), 'mcp.json');
  const text = '{ "servers": { "till": { "command": "till" }, "idle": { "command": "idle" } } }';
  writeFileSync(file, text);
  const source: ConfigSource = {
    id: 'user',
    file,
    dialect: 'vscode',
    level: 0,
    readByEditor: true,
  };
  const parsed = parseConfig(text, source);
  const entriesWith = (state: string, prepend: readonly string[]) =>
    new Map(
      parsed.definitions.map((definition) => {
        const effective = { settings: { path: { prepend } } };
        const kind = definition.name === 'till' ? state : 'idle';
        return [definition.id, { definition, effective, snapshot: { state: { kind } } }];
      }),
    );
  const entries = signal(entriesWith('idle', []));
  const workspace = { trusted: signal(true), files: signal([{ source, parsed }]), entries };
  const found = signal<FoundProblems>(new Map());
  const missing = new Set(['till', 'idle']);
  let known = new Set(missing);
  const lookup = {
    isMissing: ({ name }: Definition, path: { readonly prepend: readonly string[] }) =>
      Promise.resolve(known.has(name) && path.prepend.length === 0),
    forget: () => (known = new Set(missing)),
  };
  const problems = new ShownProblems(
    { workspace: workspace as unknown as Workspace, found },
    new ConfigDocuments(() => []),
    lookup as unknown as CommandLookup,
  );
  const servers = () => found.value.get(file)?.map(({ code, args }) => `${code} ${args['server']}`);
  await expect.poll(servers).toEqual(['commandMissing till', 'commandMissing idle']);
  missing.delete('till');
  entries.value = entriesWith('running', []);
  await expect.poll(servers).toEqual(['commandMissing idle']);
  entries.value = entriesWith('running', ['/opt/bin']);
  await expect.poll(servers).toEqual([]);
  problems.dispose();
});

test.each([
  ['a workspace', '/shop', ['fileTooLarge']],
  ['a person', undefined, []],
])(
  'a text of more than 1 MB that is open is told of as a file of %s is',
  async (_whose, folder, codes) => {
    const file = '/shop/.vscode/mcp.json';
    const level = folder === undefined ? 400 : 0;
    const source: ConfigSource = {
      id: 'one',
      file,
      folder,
      dialect: 'vscode',
      level,
      readByEditor: true,
    };
    const text = `{ "servers": {} }${' '.repeat(1_000_000)}`;
    const uri = { scheme: 'file', fsPath: file, toString: () => file };
    const document = { uri, isClosed: false, isDirty: false, version: 1, getText: () => text };
    editor.workspace.textDocuments.push(document);
    const parsed = parseConfig('{}', source);
    const workspace = {
      trusted: signal(false),
      files: signal([{ source, parsed }]),
      entries: signal(new Map()),
    };
    const found = signal<FoundProblems>(new Map<string, readonly Problem[]>());
    const problems = new ShownProblems(
      { workspace: workspace as unknown as Workspace, found },
      new ConfigDocuments(() => [source]),
      {} as unknown as CommandLookup,
    );
    onTestFinished(() => {
      editor.workspace.textDocuments.pop();
      problems.dispose();
    });
    await expect.poll(() => found.value.get(file)?.map(({ code }) => code)).toEqual(codes);
  },
);
