import { beforeEach, expect, test, vi } from 'vitest';
import type { ConfigFile } from '../../../../src/config/definition';
import { Inputs } from '../../../../src/client/inputs';
import { MemorySecretStore } from '../../client/memoryStores';
import { shopFile } from '../samples';

vi.mock('vscode', () => ({ l10n: { t: (said: string) => said } }));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { PendingRenames } = await import('../../../../src/ui/editing/renameInput.editor');

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
    const stored = await Promise.all(all.map((id) => inputs.isStored(source.file, id)));
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
