import { expect, test } from 'vitest';
import { promptText, promptArguments, withAddresses } from '../../../../src/ui/resources/prompts';

const png = 'iVBORw0KGgo=';

function message(role: string, content: unknown) {
  return { role, content };
}

test('what only the person says goes to chat as it is', () => {
  const text = promptText('greet', {
    description: 'Says hello',
    messages: [message('user', { type: 'text', text: 'Say hello.' })],
  });
  expect(text).toEqual({
    markdown: '# greet\n\nSays hello\n\n## User\n\nSay hello.\n',
    chat: 'Say hello.',
    attachments: [],
    left: [],
  });
});

test('where both speak, it is seen who says what', () => {
  const { chat, markdown } = promptText('talk', {
    messages: [
      message('user', { type: 'text', text: 'Ask me.' }),
      message('assistant', { type: 'text', text: 'What?' }),
    ],
  });
  expect(chat).toBe('User: Ask me.\n\nAssistant: What?');
  expect(markdown).toBe('# talk\n\n## User\n\nAsk me.\n\n## Assistant\n\nWhat?\n');
});

test('resources go along or are attached, and what chat does not take is named', () => {
  const { chat, attachments, left, markdown } = promptText('all', {
    messages: [
      message('user', [
        { type: 'text', text: 'Look:' },
        { type: 'resource', resource: { uri: 'shop://a', mimeType: 'text/plain', text: 'a' } },
        { type: 'resource', resource: { uri: 'shop://b', mimeType: 'image/png', blob: png } },
        { type: 'resource_link', uri: 'shop://c', name: 'c' },
        { type: 'image', mimeType: 'image/png', data: png },
        { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
        { type: 'hologram' },
      ]),
    ],
  });
  expect(chat).toBe('Look:\n\nshop://a\n\n```\na\n```');
  expect(attachments).toEqual([
    { uri: 'shop://b', mimeType: 'image/png' },
    { uri: 'shop://c', mimeType: '' },
  ]);
  expect(left).toEqual([
    'an image (image/png, 0.0 MB)',
    'a sound (audio/wav, 0.0 MB)',
    'something of the kind hologram',
  ]);
  expect(markdown).toContain(`(data:image/png;base64,${png})`);
  expect(markdown).toContain('*Here is a sound (audio/wav, 0.0 MB).*');
});

test('the text has the addresses of resources that are not attached', () => {
  const uris = ['https://example.com/a', 'shop://b'];
  expect(withAddresses('Look:', uris)).toBe('Look:\n\n<https://example.com/a>\n\n<shop://b>');
  expect(withAddresses('', ['shop://b'])).toBe('<shop://b>');
  expect(withAddresses('Look:', [])).toBe('Look:');
});

test('a picture that is none, or a large one, is named only', () => {
  const markdown = (data: string, mimeType = 'image/png') =>
    promptText('p', { messages: [message('user', { type: 'image', mimeType, data })] }).markdown;
  expect(markdown('A'.repeat(65_537))).not.toContain('data:');
  expect(markdown('AAAA) [x](command:y')).not.toContain('data:');
  expect(markdown(png, 'image/png)')).not.toContain('data:');
});

test('a prompt without messages is refused', () => {
  expect(() => promptText('p', { messages: [] })).toThrow('promptEmpty');
  expect(() => promptText('p', { messages: 'x' })).toThrow('promptEmpty');
});

test('arguments are taken as far as they are some', () => {
  const list = [
    { name: 'city', description: 'Where', required: true },
    { name: 'state', title: 'State' },
    { title: 'nameless' },
    'what',
  ];
  expect(promptArguments({ name: 'p', arguments: list })).toEqual([
    { name: 'city', title: undefined, description: 'Where', required: true },
    { name: 'state', title: 'State', description: undefined, required: false },
  ]);
  expect(promptArguments({ name: 'p', arguments: 'none' })).toEqual([]);
});
