import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { besideHostile } from '../support/hostile/besideHostile';
import { behaviours } from '../support/hostile/behaviours.mjs';

// How long the good server's calls take meanwhile is for `npm run bench -- hostile`.

/** Megabytes that a host may have at most, whatever its servers do. */
const mostMemory = 600;
/** Milliseconds; of texts that take seconds to come, so that a second one comes while the first is still about. */
const duration = 800;
const ofLargeText = 6_000;

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  test.each(Object.keys(behaviours))(
    '%s: the host lives, and a server beside it answers',
    async (behaviour) => {
      const home = mkdtempSync(path.join(tmpdir(), 'rh-'));
      const { waits, memory, isSameHost } = await besideHostile(
        home,
        transport,
        behaviour,
        behaviour.startsWith('a text') ? ofLargeText : duration,
      );
      expect(waits.length).toBeGreaterThan(0);
      expect(isSameHost).toBe(true);
      expect(memory).toBeLessThan(mostMemory);
    },
  );
});
