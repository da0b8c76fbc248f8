import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { Tokens } from '../../../src/gateway/tokens';
import { finder, TestServer } from '../../support/gateway/testServer';

it('issues tokens of 32 random bytes that open their own servers only', () => {
  const tokens = new Tokens();
  const mine = tokens.issue(finder(new TestServer('user/mine')));
  const theirs = tokens.issue(finder(new TestServer('user/theirs')));
  expect(Buffer.from(mine, 'base64url')).toHaveLength(32);
  expect(mine).not.toBe(theirs);
  expect(tokens.open(mine)?.server('user/mine')).toBeDefined();
  expect(tokens.open(mine)?.server('user/theirs')).toBeUndefined();
  expect(tokens.open(theirs)?.server('user/theirs')).toBeDefined();
});

it('gives one grant for one token', () => {
  const tokens = new Tokens();
  const token = tokens.issue(finder());
  expect(tokens.open(token)).toBe(tokens.open(token));
});

it('opens nothing for what was not issued', () => {
  const tokens = new Tokens();
  const token = tokens.issue(finder());
  for (const wrong of ['', 'x', token.slice(1), `${token}x`, token.toUpperCase()]) {
    expect(tokens.open(wrong)).toBeUndefined();
  }
});

it('opens what a connection sends now, whatever it has sent before', () => {
  const tokens = new Tokens();
  const [one, other] = [tokens.issue(finder()), tokens.issue(finder())];
  const connection = {};
  for (const token of [one, one, other, 'wrong', one])
    expect(tokens.open(token, connection)).toBe(tokens.open(token));
  tokens.revoke(one);
  expect(tokens.open(one, connection)).toBeUndefined();
});

it('takes a token by its hash, as an external client’s, until that is disposed of', () => {
  const tokens = new Tokens();
  const hash = createHash('sha256').update('agent').digest('base64url');
  const taken = tokens.take(hash, finder(new TestServer('user/one')));
  const grant = tokens.open('agent');
  expect([grant?.chat === undefined, grant?.server('user/one')?.id]).toEqual([true, 'user/one']);
  taken.dispose();
  expect([tokens.open('agent'), grant?.revoked.aborted]).toEqual([undefined, true]);
});

it('remembers a token whose window has left, until it is taken again or revoked', () => {
  const tokens = new Tokens();
  const hash = createHash('sha256').update('agent').digest('base64url');
  const first = tokens.take(hash, finder());
  expect(tokens.leftAt('agent')).toBeUndefined();
  first.dispose();
  expect(tokens.leftAt('agent')).toBeLessThanOrEqual(performance.now());
  expect([tokens.leftAt('another'), tokens.open('agent')]).toEqual([undefined, undefined]);
  const second = tokens.take(hash, finder());
  expect(tokens.leftAt('agent')).toBeUndefined();
  second.revoke();
  second.dispose();
  expect(tokens.leftAt('agent')).toBeUndefined();
});

it('revokes a token with every window that has it, and takes it from none again', () => {
  const tokens = new Tokens();
  const hash = createHash('sha256').update('agent').digest('base64url');
  const first = tokens.take(hash, finder());
  const second = tokens.take(hash, finder());
  const other = tokens.take(createHash('sha256').update('other').digest('base64url'), finder());
  first.revoke();
  second.dispose();
  tokens.take(hash, finder()).dispose();
  tokens.take(hash, finder());
  expect([tokens.open('agent'), tokens.leftAt('agent')]).toEqual([undefined, undefined]);
  expect(tokens.open('other')).toBeDefined();
  other.dispose();
});

it('forgets the windows that left first', () => {
  const tokens = new Tokens();
  for (let agent = 0; agent <= 200; agent += 1) {
    tokens.take(createHash('sha256').update(`${agent}`).digest('base64url'), finder()).dispose();
  }
  expect(tokens.leftAt('0')).toBeUndefined();
  expect(tokens.leftAt('1')).toBeDefined();
});

it.each(['', 'c2hvcnQ', 'x'.repeat(86)])('takes no token whose hash is %j', (hash) => {
  const tokens = new Tokens();
  const token = tokens.issue(finder());
  tokens.take(hash, finder()).dispose();
  tokens.take(hash, finder());
  expect(tokens.open(token)?.revoked.aborted).toBe(false);
  expect(tokens.open('unknown')).toBeUndefined();
});

it('ends a grant with its token and leaves the others', () => {
  const tokens = new Tokens();
  const [gone, kept] = [tokens.issue(finder()), tokens.issue(finder())];
  const grant = tokens.open(gone);
  tokens.revoke(gone);
  tokens.revoke(gone);
  expect(grant?.revoked.aborted).toBe(true);
  expect(tokens.open(gone)).toBeUndefined();
  expect(tokens.open(kept)?.revoked.aborted).toBe(false);
});

it('keeps the token of a host before, unless somebody has it', () => {
  const tokens = new Tokens();
  const wanted = 'x'.repeat(43);
  expect(tokens.issue(() => undefined, wanted)).toBe(wanted);
  expect(tokens.issue(() => undefined, wanted)).not.toBe(wanted);
});
