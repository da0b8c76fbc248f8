import { signal } from '@preact/signals-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { Approvals } from '../../../../src/client/approvals';
import { compareWithApproval } from '../../../../src/client/launch/dependencies';
import { inputOffers } from '../../../../src/client/launch/launchValues';
import type { Workspace } from '../../../../src/client/workspace';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { folderSource } from '../../config/textAt';
import { MemoryKeyValueStore } from '../../client/memoryStores';

const editor = vi.hoisted(() => ({
  text: '',
  l10n: { t: (said: string) => said },
  Uri: { file: (path: string) => ({ scheme: 'file', fsPath: path }) },
  commands: { executeCommand: vi.fn(() => Promise.resolve()) },
  workspace: {
    textDocuments: [],
    fs: { stat: () => Promise.resolve() },
    openTextDocument: () => Promise.resolve({ getText: () => editor.text }),
  },
}));

vi.mock('vscode', () => editor);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { startWhenRead, entryInFile } =
  await import('../../../../src/ui/window/startWhenRead.editor');

beforeEach(() => editor.commands.executeCommand.mockClear());

const offering = (value: string): string =>
  JSON.stringify({
    servers: { s: { command: 'c', args: ['${input:key}'] } },
    inputs: [{ id: 'key', type: 'pickString', options: [{ label: 'dev', value }] }],
  });

/** Writes an entry that the preview showed, and starts it once it is read. */
async function started(written: string, read: string) {
  const approvals = new Approvals(new MemoryKeyValueStore(), () => 'ask');
  const [definition] = parseConfig(read, folderSource).definitions;
  if (!definition) throw new Error('the entry is no definition');
  editor.text = written;
  const entry = await entryInFile(folderSource, 's');
  if (!entry) throw new Error('the entry is not found');
  const entries = signal(new Map([[definition.id, { definition }]])) as unknown;
  const workspace = { entries } as Workspace;
  await startWhenRead({ workspace, approvals }, entry);
  expect(editor.commands.executeCommand).toHaveBeenCalledExactlyOnceWith(
    'roundhouse.startServer',
    definition.id,
  );
  return compareWithApproval(definition, inputOffers(definition), approvals).isApproved;
}

test('a start right after the preview is approved with what the inputs offer', async () => {
  expect(await started(offering('a'), offering('a'))).toBe(true);
});

test('a start is not approved with what the inputs offer only since the preview', async () => {
  expect(await started(offering('a'), offering('--evil'))).toBe(false);
});
