import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../src/base/errors';
import type { ResultStore } from '../../src/tools/results/storedResults';
import type { ReadPart } from '../../src/ipc/largeResults';
import {
  ReaderThread,
  type FilePreview,
  type ReaderAnswer,
} from '../../src/tools/results/readerThread';
import { ResultFiles, type ResultBounds } from '../../src/tools/results/resultFiles';

/** Where results are kept, in a folder of its own, read in this thread. */
export function openResultStore(
  bounds?: ResultBounds,
): ResultStore & Disposable & { readonly folder: string } {
  const home = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const folder = path.join(home, 'kept');
  const files = new ResultFiles(folder, bounds);
  const thread = new ReaderThread();
  return {
    folder,
    files,
    reader: {
      preview: async (file) => valueOf(thread.answer({ kind: 'preview', file })) as FilePreview,
      read: async (file, part, most) =>
        valueOf(thread.answer({ kind: 'read', file, part, most })) as ReadPart,
    },
    [Symbol.dispose]: () => {
      files.dispose();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function valueOf<T>(answer: ReaderAnswer<T>): T {
  if ('failed' in answer) throw UserError.from(answer.failed);
  return answer.value;
}
