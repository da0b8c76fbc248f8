import { expect, test } from 'vitest';
import type { SeenDefinition } from '../../../src/config/fingerprint';
import { Approvals } from '../../../src/client/approvals';
import { Consent } from '../../../src/client/consent';
import type { ConsentQuestion } from '../../../src/client/consent';
import { definitionOf, MemoryKeyValueStore } from './memoryStores';

/** A window whose person approves all that they are shown, or nothing. */
function window(agrees: boolean) {
  const approvals = new Approvals(new MemoryKeyValueStore(), () => 'ask');
  const asked: ConsentQuestion[] = [];
  const seen = (one: SeenDefinition): SeenDefinition => ({
    ...one,
    isApproved: approvals.isApproved(one),
  });
  const consent = new Consent({
    approvals,
    inspect: async (definition) => seen(definition),
    ask: async (question) => {
      asked.push(question);
      return agrees ? { approved: question.wanted.map(seen) } : undefined;
    },
    setOwner: async () => true,
  });
  return { approvals, asked, consent };
}

const plain = definitionOf({ command: './run' });
const other = definitionOf({ command: './other' });

test('whoever starts an entry that was not approved is shown it, and may leave it', async () => {
  const { consent, approvals, asked } = window(false);
  expect(await consent.to(plain)).toBeUndefined();
  expect(asked).toEqual([{ wanted: [plain], choosesOwner: false }]);
  expect(approvals.isApproved(plain)).toBe(false);
});

test('what is approved is that entry and no other, and is not asked about again', async () => {
  const { consent, approvals, asked } = window(true);
  expect(await consent.to(plain)).toMatchObject([plain]);
  expect(approvals.isApproved(plain)).toBe(true);
  expect(approvals.isApproved(other)).toBe(false);
  expect(await consent.to(plain)).toEqual([plain]);
  expect(asked).toHaveLength(1);
});
