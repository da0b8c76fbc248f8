import { describe, expect, test } from 'vitest';
import {
  hostOf,
  isSignInAnswer,
  signInPages,
  signInQuestion,
} from '../../../../src/ui/signIn/signInTexts';

describe('the question before a browser opens', () => {
  test('names the server and the host, in letters that give look-alikes away', () => {
    const issuer = 'https://аpple.example/tenant';
    const question = signInQuestion('shop', { server: 'https://shop.example/mcp', issuer });
    expect(question.message).toBe(
      'The MCP server "shop" wants you to sign in at xn--pple-43d.example.',
    );
    expect(question.detail).not.toContain('not encrypted');
  });

  test.each([
    ['http://id.example', true],
    ['http://127.0.0.1:4000', false],
    ['https://id.example', false],
  ])('%s is warned of: %s', (issuer, isWarned) => {
    const { detail } = signInQuestion('shop', { server: 'https://shop.example/mcp', issuer });
    expect(detail.includes('not encrypted')).toBe(isWarned);
  });
});

test.each([
  ['http://127.0.0.1:5/callback?code=1&state=2', true],
  [' http://127.0.0.1:5/callback?error=access_denied&state=2 ', true],
  ['http://127.0.0.1:6/callback?code=1&state=2', false],
  ['http://127.0.0.1:5/other?code=1&state=2', false],
  ['http://127.0.0.1:5/callback?code=1', false],
  ['code', false],
])('%s is the address that a sign-in ends at: %s', (text, isAnswer) => {
  expect(isSignInAnswer(text, 'http://127.0.0.1:5/callback')).toBe(isAnswer);
});

test('what is no address stands for itself', () => {
  expect(hostOf('nowhere')).toBe('nowhere');
});

test('the last page says that it can be closed, and runs nothing', () => {
  const { done, refused } = signInPages();
  expect(done).toContain('Signed in');
  expect(refused).toContain('Not signed in');
  for (const page of [done, refused]) {
    expect(page).toContain('You can close this page');
    expect(page).not.toMatch(/<script|http/);
  }
});
