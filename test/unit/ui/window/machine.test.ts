import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { Approvals } from '../../../../src/client/approvals';
import { Inputs } from '../../../../src/client/inputs';
import { SamplingPermissions } from '../../../../src/client/sampling';
import { folderSource } from '../../config/textAt';
import { definitionOf, MemoryKeyValueStore, MemorySecretStore } from '../../client/memoryStores';

const env = vi.hoisted(() => ({ remoteName: undefined as string | undefined, uiKind: 1 }));

vi.mock('vscode', () => ({ env, UIKind: { Desktop: 1, Web: 2 } }));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { storesHere } = await import('../../../../src/ui/window/machine.editor');

const globalState = new MemoryKeyValueStore();
const secrets = new MemorySecretStore();
const { file } = folderSource;
const key = { id: 'key', type: 'promptString' } as const;
const definition = definitionOf({ command: './run' }, [key]);

const folder = (): string => join(mkdtempSync(join(tmpdir(), 'rh-')), 'storage');

/** A window of the person on a machine whose storage is in this folder. */
function window(storage: string, workspace = 'w') {
  const context = {
    globalState,
    secrets,
    globalStorageUri: { fsPath: storage },
    storageUri: { fsPath: `/workspaceStorage/${workspace}/extension` },
  };
  const stores = storesHere(context as unknown as vscode.ExtensionContext);
  const inputs = new Inputs(stores.secrets, async () => undefined);
  onTestFinished(() => inputs.dispose());
  const told: string[] = [];
  inputs.onChanged(({ id, cause }) => void told.push(`${id} ${cause}`));
  return {
    stores,
    approvals: new Approvals(stores.values, () => 'ask'),
    sampling: new SamplingPermissions(stores.values),
    inputs,
    told,
  };
}

/** Everything that is decided about the definition in a window. */
async function decisions({ approvals, sampling, inputs }: ReturnType<typeof window>) {
  return [
    approvals.isApproved(definition),
    sampling.of(definition, 'v/demo'),
    await inputs.isStored(file, key),
  ];
}

async function decide({ approvals, sampling, inputs }: ReturnType<typeof window>) {
  await approvals.approve([definition]);
  await sampling.decide(definition, 'v/demo', 'always');
  await inputs.set(file, 'key', 'secret');
}

const decided = [true, 'always', true];
const undecided = [false, undefined, false];

beforeEach(() => {
  globalState.values.clear();
  secrets.values.clear();
  env.remoteName = 'ssh-remote';
  env.uiKind = 1;
});

test('a decision counts on its own machine, whatever has the same path on another', async () => {
  const [one, other] = [folder(), folder()];
  const [first, second, elsewhere] = [window(one), window(one), window(other)];
  await decide(first);
  expect(await decisions(second)).toEqual(decided);
  expect(await decisions(elsewhere)).toEqual(undecided);
  env.remoteName = undefined;
  expect(await decisions(window(one))).toEqual(undecided);
  await vi.waitFor(() => expect(second.told).toEqual(['key elsewhere']));
  expect(elsewhere.told).toEqual([]);
  await first.inputs.forget(file, 'key');
  expect(secrets.values.size).toBe(0);
});

test.each([
  ['without a remote machine', undefined, 1],
  ['in a browser', 'remote', 2],
])('the stores are the editor’s own %s', (_, remoteName, uiKind) => {
  Object.assign(env, { remoteName, uiKind });
  expect(window(folder()).stores).toEqual({ values: globalState, secrets });
});

test('a container that is made anew is the machine of its workspace', async () => {
  env.remoteName = 'dev-container';
  await decide(window(folder()));
  expect(await decisions(window(folder()))).toEqual(decided);
  expect(await decisions(window(folder(), 'another'))).toEqual(undecided);
});

test('where nothing can be stored each window is a machine of its own', async () => {
  const blocked = folder();
  writeFileSync(blocked, '');
  const first = window(blocked);
  await decide(first);
  expect(await decisions(first)).toEqual(decided);
  expect(await decisions(window(blocked))).toEqual(undecided);
});
