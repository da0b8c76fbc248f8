import { createHash } from 'node:crypto';
import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import { Tokens } from '../../../src/gateway/tokens';
import { ExternalAccess } from '../../../src/host/externalAccess';
import { TestServer } from '../../support/gateway/testServer';

test('the tokens of a window that leaves may come back, and those that were revoked not', async () => {
  const tokens = new Tokens();
  const access = new ExternalAccess({
    tokens,
    handles: signal([]),
    serverOf: () => new TestServer('user/one'),
    calls: { log: { add: () => undefined }, approve: async () => 'nobody' },
    lastUsed: () => 0,
  });
  const issued = ['kept', 'revoked'].map((name) => ({
    name,
    hash: createHash('sha256').update(name).digest('base64url'),
  }));
  await access.welcome({ folders: [], sets: {}, tokens: issued });
  await access.welcome({ folders: [], sets: {}, tokens: issued.slice(0, 1) });
  expect(tokens.open('kept')).toBeDefined();
  access.dispose();
  expect(tokens.open('kept')).toBeUndefined();
  expect(tokens.leftAt('kept')).toBeDefined();
  expect(tokens.leftAt('revoked')).toBeUndefined();
});
