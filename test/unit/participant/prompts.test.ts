import { expect, test } from 'vitest';
import { promptMessages } from '../../../src/participant/promptMessages';
import { promptRequest, writtenArguments } from '../../../src/participant/promptRequest';
import type { ItemGroup } from '../../../src/views/resourceItems';

function group(name: string, ...prompts: readonly string[]): ItemGroup {
  const server = `folder:${name}`;
  const picks = prompts.map((item) => ({ label: item, kind: 'prompt' as const, server, item }));
  return { name, picks };
}

const groups = [group('till', 'greet', 'greet all', 'count'), group('stock', 'count')];

test.each([
  ['greet', 'folder:till', 'greet', ''],
  ['  greet me  ', 'folder:till', 'greet', 'me'],
  ['greet all of them', 'folder:till', 'greet all', 'of them'],
  ['stock/count coins', 'folder:stock', 'count', 'coins'],
  ['folder:till/count', 'folder:till', 'count', ''],
])('"%s" is the prompt of %s', (written, server, item, rest) => {
  expect(promptRequest(written, groups)).toMatchObject({
    kind: 'one',
    pick: { server, item },
    rest,
  });
});

test('a name of two servers is told apart by theirs', () => {
  expect(promptRequest('count', groups)).toEqual({
    kind: 'several',
    valid: ['till/count', 'stock/count'],
  });
});

test.each(['', 'greeting', 'nonsense'])('"%s" is none', (written) => {
  expect(promptRequest(written, groups)).toEqual({ kind: 'none' });
});

const asked = [
  { name: 'city', required: true },
  { name: 'state', required: false },
];

test.each([
  ['', {}],
  ['Oslo by the sea', { city: 'Oslo by the sea' }],
  ['city=Oslo', { city: 'Oslo' }],
  ['state="New York" city=Albany', { state: 'New York', city: 'Albany' }],
  ['a=b', { city: 'a=b' }],
])('"%s" gives the arguments %j', (rest, given) => {
  expect(writtenArguments(rest, asked)).toEqual(given);
});

test('messages keep who speaks; after the model it is the turn of the user', () => {
  const message = (role: string, text: string) => ({ role, content: { type: 'text', text } });
  const messages = [message('user', 'Count.'), message('assistant', 'One coin.')];
  expect(promptMessages('count', { messages })).toEqual([
    { role: 'user', parts: [{ kind: 'text', text: 'Count.' }] },
    { role: 'assistant', parts: [{ kind: 'text', text: 'One coin.' }] },
    { role: 'user', parts: [{ kind: 'text', text: 'Go on.' }] },
  ]);
});

test('a prompt without messages is none', () => {
  expect(() => promptMessages('count', {})).toThrow('promptEmpty');
});
