import { describe, expect, it } from 'vitest';
import type { McpObject } from '../../../../src/ipc/state';
import { callQuestion, describingText, callStep } from '../../../../src/ui/calls/callQuestion';
import { chatParts } from '../../../../src/ui/chat/chatResult';
import { notOurs, serverList, serverNamed } from '../../../../src/ui/chat/chatServers';
import { chatServer } from '../chatServer';

describe('chatParts', () => {
  const text = (value: string): unknown => ({ kind: 'text', text: value });

  it('keeps texts and images in their order', () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
      { type: 'resource_link', uri: 'file:///b', name: 'b' },
    ];
    expect(chatParts({ content, structuredContent: { one: 1 } })).toEqual([
      text('one'),
      expect.objectContaining({ kind: 'image', base64: 'aGk=', mimeType: 'image/png' }),
      text('inside'),
      text('b\nfile:///b'),
    ]);
  });

  it('uses structured content where the content says nothing', () => {
    const content = [{ type: 'text', text: '' }];
    expect(chatParts({ content, structuredContent: { sum: 5 } })).toEqual([text('{"sum":5}')]);
    expect(chatParts({ structuredContent: { sum: 5 } })).toEqual([text('{"sum":5}')]);
  });

  it.each([
    ['image/png', Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')],
    ['image/jpeg', Buffer.from('\xFF\xD8\xFF\xE0', 'latin1')],
    ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
  ])('knows %s by its bytes where it has no type', (mimeType, bytes) => {
    const content = [{ type: 'image', data: bytes.toString('base64') }];
    expect(chatParts({ content })).toMatchObject([{ kind: 'image', mimeType }]);
  });

  it('leaves out an image of no type that no model takes', () => {
    const content = [{ type: 'image', data: 'aGk=' }];
    expect(chatParts({ content })).toEqual([
      text('image left out: it cannot be shown to the model here'),
    ]);
  });

  it('says that the tool failed', () => {
    const [first, second] = chatParts({
      isError: true,
      content: [{ type: 'text', text: 'no key' }],
    });
    expect(first).toEqual(text('The tool reported an error.\n'));
    expect(second).toEqual(text('no key'));
  });

  it('announces what a model cannot take', () => {
    const content = [
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      {
        type: 'resource',
        resource: { uri: 'file:///z', blob: 'aGk=', mimeType: 'application/zip' },
      },
    ];
    const [audio, blob] = chatParts({ content });
    expect(audio).toEqual(text(expect.stringContaining('audio audio/wav left out')));
    expect(blob).toEqual(text(expect.stringContaining('file:///z application/zip left out')));
  });

  it.each([[{}], [{ content: [] }], [{ content: 'odd' }], [{ content: [null, 'x'] }]])(
    'always says something: %j',
    (result) => {
      expect(chatParts(result)).toEqual([text('The tool returned nothing.')]);
    },
  );
});

describe('callQuestion', () => {
  const server = { id: 'user/files', name: 'files' };

  it('shows server, tool and arguments whole', () => {
    const long = 'x'.repeat(5000);
    const { title, message } = callQuestion({ server, tool: 'write', arguments: { text: long } });
    expect(title).toBe('Run "write" on files?');
    expect(message).toContain('` user/files `');
    expect(message).toContain('` write `');
    expect(message).toContain(`"text": "${long}"`);
  });

  it('lets no argument leave its code block or hide', () => {
    const { message } = callQuestion({
      server,
      tool: 'a`b',
      arguments: { text: '```\n[click](command:x)', turned: '\u202Eevil', tag: '\u{E0041}' },
    });
    expect(message).toContain('`` a`b ``');
    expect(message).toMatch(/^````json$/m);
    expect(message).toContain('"\\u202eevil"');
    expect(message).toContain('"\\udb40\\udc41"');
  });

  it('makes nothing of names, whether the editor takes them for Markdown or not', () => {
    const sly = '[Safe](command:evil) https://a.b $(check)\n# x';
    const shown = String.raw`\[Safe\](command:evil) https\://a.b \$(check) # x`;
    const call = { server: { id: 'user/sly', name: sly }, tool: sly, arguments: {} };
    const { title, running, message } = callQuestion(call);
    expect(title).toBe(`Run "${shown}" on ${shown}?`);
    expect(running).toBe(`Running "${shown}" on ${shown}`);
    expect(message).toContain('` [Safe](command:evil) https://a.b $(check)\\n# x `');
    const reading = describingText({ tool: sly, server: 'read_file' });
    expect(reading).toBe(`Reading the description of "${shown}" on read_file`);
    const step = callStep(call);
    expect(step.title).toContain('Run "[Safe] (command:evil) https://a.b $ (check) # x" on');
  });

  it.each<[McpObject | undefined, string]>([
    [undefined, 'Its server does not say what it may touch.'],
    [{ title: 'Trust me', readOnlyHint: 'yes' }, 'Its server does not say what it may touch.'],
    [{ readOnlyHint: true, destructiveHint: true }, ': it only reads.'],
    [
      { destructiveHint: true, openWorldHint: true },
      'it may delete or overwrite things, it reaches',
    ],
    [
      { destructiveHint: false, openWorldHint: false },
      'it deletes and overwrites nothing, it stays',
    ],
  ])('says what the server claims of %j, as its claim', (annotations, wanted) => {
    const { message } = callQuestion({ server, tool: 'write', arguments: {}, annotations });
    expect(message).toContain(wanted);
    if (annotations?.['destructiveHint'] !== undefined)
      expect(message).toContain('nobody has checked');
    expect(message).not.toContain('Trust me');
  });

  it('asks by itself where a rule does, shows every argument, and Enter alone allows nothing', () => {
    const rule = { tool: '*', effect: 'ask', pattern: 'files/*', layer: 'workspace' } as const;
    const given = { text: `${'x'.repeat(150)}[a](command:b)`, turned: '\u202Eevil' };
    const step = callStep({ server, tool: 'write', arguments: given, rule });
    expect(step.prompt).toBe(
      'Its server does not say what it may touch. The rule "files/*" (in the settings of the workspace) asks before every call.',
    );
    expect(step.active).toBeUndefined();
    const rows = step.rows.map(({ id, label }) => (id ? `<${id}>` : label));
    expect(rows.slice(-3)).toEqual(['', '<allow>', '<refuse>']);
    expect(rows.join('').replaceAll('\u00A0', ' ')).toContain(
      `"${'x'.repeat(150)}[a] (command:b)",`,
    );
    expect(rows).toContain('\u00A0\u00A0"turned": "\\u202eevil"');
    const flagged = callStep({ server, tool: 'write', arguments: {}, isFlagged: true });
    expect(flagged.prompt).toMatch(/^Something in its definition/);
    const many = { list: Array.from({ length: 1_000 }, String) };
    expect(callStep({ server, tool: 'write', arguments: many }).rows.length).toBeLessThan(410);
  });
});

describe('servers for the model', () => {
  const failed = chatServer('user', 'a', {
    state: { kind: 'failed', error: { code: 'connectionClosed' } },
  });
  const theirs = chatServer('user', 'b', { runBy: 'vscode' });

  it('lists each with its state and reason', () => {
    expect(JSON.parse(serverList([failed, theirs, chatServer('user', 'c')]))).toEqual([
      {
        id: 'user/a',
        name: 'a',
        state: 'failed',
        tools: 2,
        reason: expect.stringContaining('closed'),
      },
      {
        id: 'user/b',
        name: 'b',
        state: 'idle',
        tools: 2,
        reason: expect.stringContaining('VS Code'),
      },
      { id: 'user/c', name: 'c', state: 'idle', tools: 2 },
    ]);
  });

  it('finds a server by id or by a name that is unique', () => {
    const servers = [failed, theirs, chatServer('folder:x', 'a')];
    expect(serverNamed(servers, 'b')).toBe(theirs);
    expect(serverNamed(servers, 'user/a')).toBe(failed);
    expect(serverNamed(servers, 'a')).toBeUndefined();
  });

  it('passes over what another entry of the name keeps from running, and says so of it', () => {
    const reason = { code: 'overridden', args: { by: 'folder:x/a' } };
    const inactive = {
      ...chatServer('user', 'a', { state: { kind: 'disabled', reason } }),
      inactiveReason: reason,
    };
    const counts = chatServer('folder:x', 'a');
    expect(serverNamed([inactive, counts], 'a')).toBe(counts);
    expect(serverNamed([inactive], 'a')).toBe(inactive);
    expect(notOurs(inactive)).toEqual(reason);
  });

  it('says whose a server is that is not ours', () => {
    expect(notOurs(failed)).toBeUndefined();
    expect(notOurs(theirs)?.code).toBe('ownedByEditor');
    expect(notOurs(chatServer('user', 'c', { runBy: 'undecided' }))?.code).toBe('ownerUndecided');
  });
});
