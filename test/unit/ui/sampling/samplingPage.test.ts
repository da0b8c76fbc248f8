import { expect, test } from 'vitest';
import {
  answerText,
  requestText,
  failureText,
  samplingPage,
  wholeRequestText,
} from '../../../../src/ui/sampling/samplingPage';
import { readSampling } from '../../../../src/ui/sampling/samplingRequest';
import { samplingSettings } from '../../../../src/ui/sampling/samplingSettings';
import { samplingStep } from '../../../../src/ui/sampling/samplingStep';

const mask = (text: string): string => text.replaceAll('s3cret', '•••');
const till = { id: 'user/till', name: 'till' };
const ask = (text: string) =>
  readSampling({ maxTokens: 9, messages: [{ role: 'user', content: { type: 'text', text } }] });

test('the page tells what was asked, the latest first, without secrets', () => {
  const record = { at: 0, server: till, model: 'Demo', input: 3, output: 1 };
  const page = samplingPage(
    [
      {
        ...record,
        asked: requestText(ask('one s3cret'), mask),
        answer: answerText('yes s3cret', mask),
        outcome: { kind: 'answered' },
      },
      {
        at: 1,
        server: { id: 'user/other', name: 'other' },
        asked: requestText(ask('two'), mask),
        outcome: { kind: 'refused', message: 'The person rejected the request' },
      },
    ],
    50,
  );
  expect(page).not.toContain('s3cret');
  expect(page.indexOf('two\n')).toBeLessThan(page.indexOf('one •••'));
  expect(page).toContain('Demo · answered · 3 tokens in, 1 out');
  expect(page).toContain('no model · refused: The person rejected the request');
  expect(page).toContain(new Date(0).toLocaleString(undefined, { timeZoneName: 'short' }));
  expect(samplingPage([], 50, till)).toContain('# Sampling Requests of till');
});

test('a page of one server has nothing of another', () => {
  const record = { at: 0, asked: 'x', outcome: { kind: 'withdrawn' } } as const;
  const page = samplingPage([{ ...record, server: { id: 'user/other', name: 'other' } }], 50, till);
  expect(page).toContain('No server has asked a model yet.');
});

test('no text of a server gets out of its block, and none is endless', () => {
  const asked = requestText(ask(`\`\`\`\n# Heading\n${'x'.repeat(30_000)}`), mask);
  expect(asked).toContain('````text\n```\n# Heading');
  expect(asked.length).toBeLessThan(21_000);
  expect(asked).toMatch(/and 100\d\d more characters/);
});

test('a record is bounded, whatever is asked, and every message has its share', () => {
  const content = { type: 'text', text: '`'.repeat(10_000) };
  const request = readSampling({
    maxTokens: 9,
    messages: Array.from({ length: 500 }, () => ({ role: 'user', content })),
    tools: Array.from({ length: 5_000 }, (_, at) => ({ name: `${at} ${'*'.repeat(9_000)}` })),
  });
  const asked = requestText(request, mask);
  const failure = failureText('x'.repeat(500_000), mask);
  const answer = answerText('`'.repeat(500_000), mask);
  expect(asked.length + failure.length + answer.length).toBeLessThan(200_000);
  expect(asked.match(/### User/g)).toHaveLength(500);
  expect(asked).toContain('and 4950 more');
  // What a long one may not take, one behind it may.
  const [long, short] = ['x'.repeat(300_000), 'short'].map((text) => ({ type: 'text', text }));
  const contents = [...Array.from({ length: 9 }, () => short), long];
  const few = contents.map((one) => ({ role: 'user', content: one }));
  const text = requestText(readSampling({ maxTokens: 9, messages: few }), mask);
  expect(text.match(/short/g)).toHaveLength(9);
  expect(text).toContain('x'.repeat(20_000));
});

test('the person who decides sees all that a model would be given', () => {
  const request = readSampling({
    maxTokens: 9,
    messages: [
      { role: 'user', content: { type: 'text', text: `${'x'.repeat(50_000)} s3cret end` } },
    ],
    tools: [
      { name: 'pay', description: 'Pays with s3cret', inputSchema: { properties: { sum: {} } } },
    ],
  });
  const shown = wholeRequestText(request, mask);
  for (const part of ['x'.repeat(50_000), '••• end', 'Tool pay', 'Pays with •••', '"sum": {}'])
    expect(shown).toContain(part);
  expect(shown).not.toContain('s3cret');
});

test('what could not be read is there with why', () => {
  const record = { at: 0, server: till, asked: '' };
  const page = samplingPage([{ ...record, outcome: { kind: 'refused', message: 'why' } }], 50);
  expect(page.trim().endsWith('no model · refused: why')).toBe(true);
});

test('the question names server and model, quotes the last message, and allows nothing by Enter', () => {
  const question = { server: 'till', model: 'Demo', tokens: 12, hasOthers: false, each: false };
  const step = samplingStep({ ...question, request: ask('What is\nthe price?') });
  expect(step.title).toBe('till wants to use Demo');
  expect(step.prompt).toBe(
    '1 message, about 12 tokens, for an answer of up to 9: “What is the price?”',
  );
  expect(step.active).toBe('read');
  const ids = step.rows.map(({ id }) => id);
  expect(ids).toEqual(['read', 'once', 'session', 'always', 'refuse', 'never']);
  const each = samplingStep({ ...question, hasOthers: true, each: true, request: ask('x') });
  expect(each.rows.map(({ id }) => id)).toEqual(['read', 'once', 'other', 'refuse', 'never']);
});

test.each([
  [undefined, { models: ['*'], requestsPerHour: 60, tokensPerHour: 200_000, confirm: 'once' }],
  [
    { models: [], requestsPerHour: null, tokensPerHour: 0, confirm: 'each' },
    { models: [], requestsPerHour: Infinity, tokensPerHour: 0, confirm: 'each' },
  ],
  [
    { models: 'all', requestsPerHour: -1, tokensPerHour: '9', confirm: 'never' },
    { models: ['*'], requestsPerHour: 60, tokensPerHour: 200_000, confirm: 'once' },
  ],
])('the setting %j', (value, settings) => {
  expect(samplingSettings(value)).toEqual(settings);
});
