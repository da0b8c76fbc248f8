import { expect, test } from 'vitest';
import { textMessage, type Message } from '../../../src/participant/messages';
import { keptTurn, pastMessages, readKeptTurn } from '../../../src/participant/pastTurns';

const plenty = 100_000;
const called: readonly Message[] = [
  { role: 'assistant', parts: [{ kind: 'call', id: '1', name: 'till_count', input: { coin: 2 } }] },
  {
    role: 'user',
    parts: [{ kind: 'result', id: '1', parts: [{ kind: 'text', text: 'three' }] }],
  },
  textMessage('assistant', 'Three.'),
];

/** As the editor keeps it. */
function stored(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test('a later turn knows what tools have said', () => {
  const metadata = stored(keptTurn(called, 'answered'));
  expect(pastMessages([{ asked: 'How many?', shown: 'Three.', metadata }], plenty)).toEqual([
    textMessage('user', 'How many?'),
    ...called,
  ]);
});

test('a turn of which nothing was kept is what was shown', () => {
  const turn = { asked: '/servers', shown: 'till runs', metadata: { of: 'another version' } };
  expect(pastMessages([turn], plenty)).toEqual([
    textMessage('user', '/servers'),
    textMessage('assistant', 'till runs'),
  ]);
});

test('where not all fits, the newest turns count', () => {
  const turns = Array.from({ length: 20 }, (_turn, at) => ({
    asked: `question ${at}`,
    shown: 'x'.repeat(1_000),
    metadata: undefined,
  }));
  const past = pastMessages(turns, 5_000);
  expect(past).toHaveLength(8);
  expect(past[0]).toEqual(textMessage('user', 'question 16'));
});

test('what is kept has a bound, and no images', () => {
  const result = (id: string, text: string): Message => ({
    role: 'user',
    parts: [
      {
        kind: 'result',
        id,
        parts: [
          { kind: 'text', text },
          { kind: 'other', value: { bytes: 'x'.repeat(100_000) } },
        ],
      },
    ],
  });
  const many = Array.from({ length: 40 }, (_one, at) => result(String(at), 'y'.repeat(10_000)));
  const asked: Message[] = [
    {
      role: 'user',
      parts: [{ kind: 'image', base64: 'AAAA', mimeType: 'image/png', otherwise: 'a picture' }],
    },
  ];
  const kept = keptTurn(many, 'capped', asked);
  expect(JSON.stringify(kept).length).toBeLessThan(100_000);
  expect(readKeptTurn(stored(kept))).toMatchObject({
    end: 'capped',
    asked: [textMessage('user', 'a picture')],
  });
});
