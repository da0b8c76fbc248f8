import { signal } from '@preact/signals-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { Approvals } from '../../../../src/client/approvals';
import { Inputs } from '../../../../src/client/inputs';
import { ActiveRules } from '../../../../src/client/policy/activeRules';
import { ToolSelection } from '../../../../src/client/policy/toolSelection';
import { ruleFor } from '../../../../src/config/settings/toolRules';
import { isSelected, setAt } from '../../../../src/config/settings/toolSets';
import { said } from '../../../support/openWorkspace';
import type { MoveContext } from '../../../../src/ui/owner/ownerAdopt.editor';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { definitionOf, MemoryKeyValueStore, MemorySecretStore } from '../../client/memoryStores';
import { folderSource } from '../../config/textAt';

const ours = {
  ...folderSource,
  id: 'roundhouse:app',
  file: '/home/ada/app/.vscode/roundhouse.json',
};
const declared = { type: 'promptString', id: 'key' };
const entry = { command: 'till', env: { KEY: '${input:key}' } };
const definition = definitionOf(entry, [declared]);

const editor = vi.hoisted(() => ({
  texts: new Map<string, string>(),
  /** The files that were saved. */
  saved: [] as string[],
}));

/** An editor with these texts, which makes no edits. */
vi.mock('vscode', () => ({
  ConfigurationTarget: {},
  Range: vi.fn(),
  TextEdit: { replace: vi.fn() },
  Uri: { file: (fsPath: string) => ({ fsPath }) },
  WorkspaceEdit: vi.fn(function () {
    return { set: vi.fn(), createFile: vi.fn() };
  }),
  l10n: { t: (said: string) => said },
  workspace: {
    getConfiguration: () => ({ inspect: () => undefined }),
    textDocuments: [],
    fs: {
      stat: ({ fsPath }: { readonly fsPath: string }) =>
        editor.texts.has(fsPath) ? Promise.resolve() : Promise.reject(new Error('none')),
    },
    applyEdit: () => Promise.resolve(true),
    openTextDocument: (uri: { readonly fsPath: string }) =>
      Promise.resolve({
        uri,
        getText: () => editor.texts.get(uri.fsPath) ?? '',
        positionAt: (offset: number) => offset,
        save: () => Promise.resolve(editor.saved.push(uri.fsPath) > 0),
      }),
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { adoptServer } = await import('../../../../src/ui/owner/ownerAdopt.editor');

beforeEach(() => {
  editor.texts.clear();
  editor.saved = [];
});

/** Moves a server that has a value and maybe an approval, and gives what it has of these in its new file. */
async function moved({ isApproved }: { readonly isApproved: boolean }): Promise<object> {
  editor.texts.set(folderSource.file, textWith({ [definition.name]: entry }));
  const inputs = new Inputs(new MemorySecretStore(), () => Promise.resolve(undefined));
  await inputs.set(ours.file, 'key', 'of other servers');
  await inputs.set(folderSource.file, 'key', 's3cret');
  const approvals = new Approvals(new MemoryKeyValueStore(), () => 'ask');
  if (isApproved) await approvals.approve([definition]);
  const files = Array.from(editor.texts, ([file, text]) => {
    const source = file === ours.file ? ours : folderSource;
    return { source, parsed: parseConfig(text, source) };
  });
  const toolSelection = new ToolSelection(
    signal({ sets: new Map(), usual: undefined }),
    new MemoryKeyValueStore(),
  );
  await toolSelection.toggle(definition, 'wipe', false);
  const activeRules = new ActiveRules(signal(said({})), new MemoryKeyValueStore());
  await activeRules.decide(definition.id, 'push', 'deny', 'workspace');
  const entries = signal(new Map([[definition.id, { definition }]]));
  const context = {
    workspace: {
      entries,
      files: signal(files),
      toolSelection,
      activeRules,
      carry: approvals.carry.bind(approvals),
    },
    config: { sources: [ours, folderSource] },
    inputs,
  } as unknown as MoveContext;
  await adoptServer(context, definition.id);
  expect(editor.saved).toEqual([ours.file, folderSource.file]);
  const there = { ...definition, id: `${ours.id}/${definition.name}`, source: ours };
  expect(isSelected(setAt(toolSelection.selection, there), 'wipe')).toBe(false);
  const rules = activeRules.of(there, false, new Set([there.id]));
  expect(ruleFor(rules, 'push')).toMatchObject({ effect: 'deny' });
  const unasked = { gesture: false, signal: new AbortController().signal };
  const values = definition.inputs.map((input) => inputs.value(input, there, unasked));
  return { values: await Promise.all(values), isApproved: approvals.isApproved(there) };
}

function textWith(servers: object): string {
  return JSON.stringify({ servers, inputs: [declared] });
}

test('a server that is moved keeps its approval, the values of its inputs, and what was decided about its tools', async () => {
  expect(await moved({ isApproved: true })).toEqual({ values: ['s3cret'], isApproved: true });
});

test('an input that the other file has keeps its value, and nothing is approved by a move', async () => {
  editor.texts.set(ours.file, textWith({}));
  expect(await moved({ isApproved: false })).toEqual({
    values: ['of other servers'],
    isApproved: false,
  });
});
