import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { CommandLookup } from '../../../../src/client/launch/commandLookup';
import type { Workspace } from '../../../../src/client/workspace';
import type { ConfigFile, ConfigSource, Problem } from '../../../../src/config/definition';
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
    workspace: {
      textDocuments: [],
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
  const model = { trusted: signal(true), files, entries: signal(new Map()) };
  const found = signal<FoundProblems>(new Map<string, readonly Problem[]>());
  const problems = new ShownProblems(
    { model: model as unknown as Workspace, found },
    new ConfigDocuments(() => []),
    { isMissing } as unknown as CommandLookup,
  );
  await expect.poll(() => found.value.get(file)?.map(({ code }) => code)).toEqual(['wrongType']);
  expect(editor.set).toHaveBeenCalledOnce();
  expect(isMissing).not.toHaveBeenCalled();
  problems.dispose();
});
