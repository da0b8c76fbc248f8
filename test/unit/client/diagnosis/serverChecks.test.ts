import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import type { ServerSnapshot } from '../../../../src/ipc/state';
import { runChecks } from '../../../../src/client/diagnosis/check';
import { serverChecks } from '../../../../src/client/diagnosis/serverChecks';
import { definitionOf } from '../memoryStores';

const ours = { snapshot: signal<ServerSnapshot | undefined>(undefined), start: async () => {} };

test.each([
  ['VS Code', 'trust', 'notApproved', 'skipped', 'ownedByEditor'],
  ['VS Code', 'input', 'inputMissing', 'skipped', 'ownedByEditor'],
  ['VS Code', 'trust', 'workspaceUntrusted', 'failed', 'workspaceUntrusted'],
  ['Roundhouse', 'trust', 'notApproved', 'failed', 'notApproved'],
] as const)(
  'a server that %s runs and that is blocked by %s (%s) is %s',
  async (runner, need, code, outcome, told) => {
    const checks = serverChecks({
      definition: definitionOf({ command: 'till' }),
      answer: { kind: 'blocked', need, reason: { code } },
      facts: undefined,
      server: runner === 'Roundhouse' ? ours : undefined,
    });
    const results = await runChecks(checks, { signal: new AbortController().signal });
    expect(results).toMatchObject([{ check: 'entry', outcome, reason: { code: told } }]);
  },
);
