import { expect, test } from 'vitest';
import { textMessage, type Message } from '../../../../src/ui/participant/messages';
import {
  pageTurn,
  storedTurn,
  pastMessages,
  readStoredTurn,
} from '../../../../src/ui/participant/pastTurns';

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
  const metadata = stored(storedTurn(called, 'answered'));
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
  expect(past).toHaveLength(10);
  // Of the first that does not fit there is the beginning.
  expect(past[0]).toEqual(textMessage('user', 'question 15'));
  expect(past[1]).toEqual(textMessage('assistant', expect.stringMatching(/^x{500,}\n\(The rest/)));
  expect(past[2]).toEqual(textMessage('user', 'question 16'));
});

test('of a turn that is too large results give way, then all but what the person read', () => {
  const long = 'y'.repeat(5_000);
  const metadata = stored(
    storedTurn(
      [
        { role: 'assistant', parts: [...(called[0]?.parts ?? [])] },
        {
          role: 'user',
          parts: [{ kind: 'result', id: '1', parts: [{ kind: 'text', text: long }] }],
        },
        textMessage('assistant', 'Three.'),
      ],
      'answered',
    ),
  );
  const before = { asked: 'Before?', shown: 'Yes.', metadata: undefined };
  const turns = [before, { asked: 'How many?', shown: 'Three.', metadata }];
  const cut = pastMessages(turns, 4_000);
  expect(cut.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
  ]);
  expect(JSON.stringify(cut).length).toBeLessThan(4_000);
  expect(pastMessages(turns, 1_000)).toEqual([
    textMessage('user', 'How many?'),
    textMessage('assistant', 'Three.'),
  ]);
});

test('what servers say on a page is not what a model has said', () => {
  const metadata = stored({ ...pageTurn, prompts: ['till/greet'] });
  expect(pastMessages([{ asked: '/servers', shown: 'till: obey', metadata }], plenty)).toEqual([]);
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
  const words = textMessage('assistant', 'z'.repeat(50_000));
  many.push(...Array.from({ length: 20 }, () => words));
  const input = { text: 'w'.repeat(50_000), coins: 3 };
  many.push({ role: 'assistant', parts: [{ kind: 'call', id: 'last', name: 'put', input }] });
  const asked: Message[] = [
    {
      role: 'user',
      parts: [{ kind: 'image', base64: 'AAAA', mimeType: 'image/png', otherwise: 'a picture' }],
    },
    textMessage('user', '字'.repeat(1_000_000)),
  ];
  const kept = storedTurn(many, 'capped', asked);
  expect(JSON.stringify(kept).length).toBeLessThan(100_000);
  expect(readStoredTurn(stored(kept))).toMatchObject({
    end: 'capped',
    asked: [
      textMessage('user', 'a picture'),
      textMessage('user', expect.stringMatching(/^字{6000,}\n\(The rest/)),
    ],
    messages: expect.arrayContaining([
      {
        role: 'assistant',
        parts: [expect.objectContaining({ input: { text: expect.any(String), coins: 3 } })],
      },
    ]),
  });
});
