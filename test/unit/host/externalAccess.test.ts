import { createHash } from 'node:crypto';
import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import { DisposableStore } from '../../../src/base/disposable';
import { Tokens } from '../../../src/gateway/tokens';
import { ExternalAccess } from '../../../src/host/externalAccess';
import { TestServer } from '../../support/gateway/testServer';

function accessWith(tokens: Tokens): ExternalAccess {
  return new ExternalAccess({
    tokens,
    handles: signal([]),
    serverOf: () => new TestServer('user/one'),
    guardOptions: { log: { add: () => undefined }, approve: async () => 'nobody' },
    lastUsed: () => 0,
  });
}

test('the tokens of a window that leaves may come back, and those that were revoked not', async () => {
  const tokens = new Tokens();
  const access = accessWith(tokens);
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

test('the token of an external client ends with its stay or with the window, whichever comes first', () => {
  const tokens = new Tokens();
  const access = accessWith(tokens);
  const [first, second] = [new DisposableStore(), new DisposableStore()];
  const [left, stays] = [access.admit({}, first), access.admit({}, second)];
  first.dispose();
  expect(tokens.open(left)).toBeUndefined();
  expect(tokens.open(stays)).toBeDefined();
  access.dispose();
  expect(tokens.open(stays)).toBeUndefined();
  second.dispose();
});
