import { signal } from '@preact/signals-core';
import { beforeEach, expect, test, vi } from 'vitest';
import type { RenameProvider } from 'vscode';
import type { ConfigFile } from '../../../../src/config/definition';
import { readConfigTree } from '../../../../src/config/lint/configTree';
import { Inputs } from '../../../../src/client/inputs';
import type { ConfigDocuments } from '../../../../src/ui/editing/configDocuments.editor';
import type { WindowContext } from '../../../../src/ui/window/windowContext.editor';
import { definitionOf, MemorySecretStore } from '../../client/memoryStores';
import { shopFile } from '../samples';

const editor = vi.hoisted(() => ({
  provider: undefined as unknown,
  l10n: { t: (said: string) => said },
  languages: {
    registerRenameProvider: (_files: unknown, provider: unknown) => {
      editor.provider = provider;
      return { dispose: () => undefined };
    },
  },
  Range: vi.fn(),
  TextEdit: { replace: () => undefined },
  WorkspaceEdit: class {
    set = () => undefined;
  },
}));

vi.mock('vscode', () => editor);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { PendingRenames, registerRename } =
  await import('../../../../src/ui/editing/renameInput.editor');

let inputs: Inputs;
let renames: InstanceType<typeof PendingRenames>;
const { source } = shopFile('{}');

beforeEach(async () => {
  inputs = new Inputs(new MemorySecretStore(), () => Promise.resolve(undefined));
  renames = new PendingRenames(inputs);
  await inputs.set(source.file, 'token', 's3cret');
});

/** The file as it is saved with these inputs. */
function saved(...ids: readonly string[]): readonly ConfigFile[] {
  const declared = ids.map((id) => ({ type: 'promptString', id }));
  return [shopFile(JSON.stringify({ servers: {}, inputs: declared }))];
}

/** The ids that have a value, once that is as expected. */
const expectStored = (...ids: readonly string[]): Promise<void> =>
  vi.waitFor(async () => {
    const all = ['token', 'api', 'key'];
    const stored = await Promise.all(
      all.map((id) => inputs.isStored(source.file, { id, type: 'promptString' })),
    );
    expect(all.filter((_id, at) => stored[at])).toEqual(ids);
  });

test('a renamed input has its value under both ids until the file is saved', async () => {
  await renames.add(source.file, 'token', 'api');
  renames.settle(saved('token'));
  await expectStored('token', 'api');
  renames.settle(saved('api'));
  await expectStored('api');
});

test('a rename that is undone takes the value back, and one that is done again, too', async () => {
  await renames.add(source.file, 'token', 'api');
  for (const id of ['api', 'token', 'api']) {
    renames.settle(saved(id));
    await expectStored(id);
  }
});

test('an input that is renamed back before it is saved, and once more, keeps its value', async () => {
  await renames.add(source.file, 'token', 'api');
  await renames.add(source.file, 'api', 'token');
  renames.settle(saved('token'));
  await expectStored('token');
  await renames.add(source.file, 'token', 'api');
  for (const id of ['api', 'token', 'api']) {
    renames.settle(saved(id));
    await expectStored(id);
  }
});

test('another input of the former id is not given the value', async () => {
  await renames.add(source.file, 'token', 'api');
  renames.settle(saved('api'));
  await expectStored('api');
  renames.settle(saved());
  renames.settle(saved('token'));
  await expectStored('api');
});

test('an input without a value gets none that another one has left under its new id', async () => {
  await renames.add(source.file, 'key', 'token');
  await expectStored();
});

test('no input gets the id of one that is removed but not saved, except its own former id', async () => {
  await inputs.set(source.file, 'api', 'other');
  const context = {
    workspace: { files: signal(saved('token', 'api')), carry: () => Promise.resolve() },
    inputs,
  } as unknown as WindowContext;
  let shown = '';
  const documents = {
    edited: () => ({ source, tree: readConfigTree(shown, 'vscode') }),
  } as unknown as ConfigDocuments;
  const registered = registerRename(context, documents);
  const provider = editor.provider as RenameProvider;
  const document = { offsetAt: (at: number) => at, positionAt: (at: number) => at };
  const rename = async (from: string, to: string): Promise<void> => {
    shown = JSON.stringify({ servers: {}, inputs: [{ type: 'promptString', id: from }] });
    const at = shown.indexOf(`"${from}"`) + 1;
    await provider.provideRenameEdits(document as never, at as never, to, {} as never);
  };
  await expect(rename('token', 'api')).rejects.toThrow('Another input has this id already.');
  await rename('token', 'key');
  await expect(rename('key', 'api')).rejects.toThrow('Another input has this id already.');
  const unasked = { gesture: false, signal: new AbortController().signal };
  const definition = definitionOf({ command: 'c' }, [], source);
  const api = { id: 'api', type: 'promptString' } as const;
  expect(await inputs.value(api, definition, unasked)).toBe('other');
  await rename('key', 'token');
  registered.dispose();
});
