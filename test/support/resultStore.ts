import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../src/base/errors';
import type { ResultStore } from '../../src/tools/results/storedResults';
import { ReaderThread } from '../../src/tools/results/readerThread';
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
      preview: async (file) => {
        const answer = thread.answer({ kind: 'look', file });
        if (answer.kind !== 'looked') throw new Error(JSON.stringify(answer));
        return answer;
      },
      read: async (file, part, most) => {
        const answer = thread.answer({ kind: 'read', file, part, most });
        if (answer.kind === 'failed') throw UserError.from(answer.reason);
        if (answer.kind !== 'read') throw new Error(answer.kind);
        return answer.part;
      },
    },
    [Symbol.dispose]: () => {
      files.dispose();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
