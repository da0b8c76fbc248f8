import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import type { Figures } from './fault';
import { faultGroups } from './rows';
import { runFault } from './runFault';

/** Where `npm run faults` finds what was measured. */
const file = fileURLToPath(new URL('../../test-results/faultFigures.json', import.meta.url));
const figures: Figures[] = [];

afterEach(() => expect(liveStores().size).toBe(0));

afterAll(() => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(figures));
});

describe.each(faultGroups)('$title', ({ faults }) => {
  test.each(faults)('$id', async (fault) => {
    figures.push(await runFault(fault));
  });
});
