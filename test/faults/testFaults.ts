import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import type { Figures } from './fault';
import { faultFiles } from './rows';
import { runFault } from './runFault';

/** `npm run faults` reads the measured figures from here, one file for each file of tests. */
const folder = fileURLToPath(new URL('../../test-results/faultFigures', import.meta.url));

/** Tests the rows of one file, which may run beside the others. */
export function testFaults(file: keyof typeof faultFiles): void {
  const figures: Figures[] = [];

  afterEach(() => expect(liveStores().size).toBe(0));

  afterAll(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `${file}.json`), JSON.stringify(figures));
  });

  describe.each(faultFiles[file])('$title', ({ faults }) => {
    test.each(faults)('$id', async (fault) => {
      figures.push(await runFault(fault));
    });
  });
}
