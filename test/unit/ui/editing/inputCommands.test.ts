import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import { Inputs } from '../../../../src/client/inputs';
import type { Workspace } from '../../../../src/client/workspace';
import { MemorySecretStore } from '../../client/memoryStores';
import { shopFile } from '../samples';

const showInputBox = vi.hoisted(() => vi.fn(() => Promise.resolve('typed')));
vi.mock('vscode', () => ({ window: { showInputBox } }));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { inputCommands } = await import('../../../../src/ui/editing/inputCommands.editor');

test('a value is entered for an input that a person answers, not for one of a command', async () => {
  const inputs = [
    { id: 'token', type: 'promptString' },
    { id: 'pick', type: 'command', command: 'tasks.pick' },
  ];
  const shop = shopFile(JSON.stringify({ servers: {}, inputs }));
  const { file } = shop.source;
  const secrets = new MemorySecretStore();
  const workspace = { files: signal([shop]) } as unknown as Workspace;
  const { editInput } = inputCommands(workspace, new Inputs(secrets, async () => undefined));
  await expect(editInput({ file }, 'pick')).rejects.toMatchObject({
    code: 'inputOfCommand',
    args: { input: 'pick' },
  });
  expect(showInputBox).not.toHaveBeenCalled();
  expect(secrets.values.size).toBe(0);
  await editInput({ file }, 'token');
  expect([...secrets.values.values()]).toEqual(['typed']);
});
