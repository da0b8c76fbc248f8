import { expect, test } from 'vitest';
import { textMessage } from '../../../../src/ui/participant/messages';
import {
  promptRequest,
  writtenArguments,
  promptMessages,
} from '../../../../src/ui/participant/promptCommand';
import type { ItemGroup } from '../../../../src/ui/resources/resourceItems';
import { processorTime } from '../../../support/processorTime';

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

test('servers of one name are told apart by their ids', () => {
  const twins = [group('till', 'count'), { ...group('other', 'count'), name: 'till' }];
  expect(promptRequest('till/count', twins)).toEqual({
    kind: 'several',
    valid: ['folder:till/count', 'folder:other/count'],
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
  ['', {}, ''],
  ['Oslo by the sea', { city: 'Oslo by the sea' }, ''],
  ['city=Oslo', { city: 'Oslo' }, ''],
  ['city=Oslo by the sea state=none', { city: 'Oslo by the sea', state: 'none' }, ''],
  ['state="New York" city=Albany', { state: 'New York', city: 'Albany' }, ''],
  ['state="a city=b" city=Albany please', { state: 'a city=b', city: 'Albany please' }, ''],
  ['city="Oslo" state="none" please', { city: 'Oslo', state: 'none' }, 'please'],
  ['Oslo state=none', { city: 'Oslo', state: 'none' }, ''],
  ['city="Oslo', { city: '"Oslo' }, ''],
  ['a=b', { city: 'a=b' }, ''],
])('"%s" gives the arguments %j and leaves "%s"', (rest, given, left) => {
  expect(writtenArguments(rest, asked)).toEqual({ given, left });
});

test('a long text without arguments is read in no time', () => {
  const taken = processorTime();
  writtenArguments('x'.repeat(300_000), asked);
  expect(taken()).toBeLessThan(1_000);
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

test('what says nothing is not sent', () => {
  const content = { type: 'text', text: '' };
  const messages = [
    { role: 'assistant', content },
    { role: 'user', content: { type: 'text', text: 'Count.' } },
  ];
  expect(promptMessages('count', { messages })).toEqual([textMessage('user', 'Count.')]);
  expect(() => promptMessages('count', { messages: messages.slice(0, 1) })).toThrow('promptEmpty');
});

test('a prompt without messages is none', () => {
  expect(() => promptMessages('count', {})).toThrow('promptEmpty');
});
