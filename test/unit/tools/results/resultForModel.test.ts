import { readFileSync } from 'node:fs';
import { signal as valueOf } from '@preact/signals-core';
import { describe, expect, test } from 'vitest';
import type { Reason } from '../../../../src/base/errors';
import { resultForModel, type ModelRoute } from '../../../../src/tools/results/resultForModel';
import type { RpcResult } from '../../../../src/protocol/jsonRpc';
import { parseMessage } from '../../../../src/protocol/parseMessage';
import { StoredResults } from '../../../../src/tools/results/storedResults';
import type { McpObject } from '../../../../src/ipc/state';
import { chatParts } from '../../../../src/ui/chat/chatResult';
import { OutputCheck } from '../../../../src/servers/outputCheck';
import { sentence } from '../../../../src/ui/reasons/sentence';
import { openResultStore } from '../../../support/resultStore';

const { signal } = new AbortController();
const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
/** Names reasons only, so that they are seen. */
const describeCode = ({ code, args }: Reason): string => `${code} ${JSON.stringify(args ?? {})}`;

async function contentFor(
  result: McpObject,
  route: Partial<ModelRoute> = {},
): Promise<readonly { type: string; text: string }[]> {
  const whole = { tool: 'tool', takes: 'texts', describe: describeCode, ...route } as const;
  const { content } = await resultForModel(result, whole, signal);
  return content as { type: string; text: string }[];
}

describe('without a place to keep anything', () => {
  test('structured content that stands for a text keeps the digits of its numbers', async () => {
    const line =
      '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"id":12345678901234567890}}}';
    const { result } = parseMessage(line) as RpcResult;
    expect(await contentFor(result)).toEqual([text('{"id":12345678901234567890}')]);
  });

  test('what a model has room for stays as it came', async () => {
    const image = {
      type: 'image',
      data: 'aGk=',
      mimeType: 'image/png',
      annotations: { priority: 1 },
    };
    const content = [text('one'), image, { type: 'resource_link', uri: 'a:b', name: 'b' }];
    const route: ModelRoute = { tool: 'tool', takes: 'texts', describe: describeCode };
    const given = { content, structuredContent: { one: 1 }, _meta: {} };
    expect(await resultForModel(given, route, signal)).toEqual({ content });
    expect(await resultForModel({ content, isError: true }, route, signal)).toEqual({
      content,
      isError: true,
    });
  });

  test('a part whose type is no text is left out as any other', async () => {
    const data = { type: { toString: 1 }, data: 'aGk=' };
    const content = await contentFor({ content: [text('one'), data] });
    expect(content[0]).toEqual(text('one'));
    expect(content).toHaveLength(2);
  });

  test('structured content counts where the content says nothing to a model', async () => {
    const structuredContent = { sum: 5 };
    const forPerson = { ...text('Done.'), annotations: { audience: ['user'] } };
    for (const content of [undefined, [], [text('')], [forPerson]]) {
      const blocks = await contentFor({ content, structuredContent });
      expect(blocks.at(-1)).toEqual(text('{"sum":5}'));
    }
    expect(await contentFor({ content: [text('five')], structuredContent })).toEqual([
      text('five'),
    ]);
    const long = await contentFor({ structuredContent: 'x'.repeat(1_500_000) });
    expect(JSON.stringify(long).length).toBeLessThan(1_001_000);
  });

  test('of text that is too long the middle is left out, and that is said', async () => {
    const content = [text(`${'a'.repeat(1_000_000)}${'b'.repeat(500_000)}`), text('more')];
    expect(await contentFor({ content })).toEqual([
      text('a'.repeat(499_998)),
      text('\ntextLeftOut {"characters":500004}\n'),
      text('b'.repeat(499_998)),
      text('more'),
    ]);
  });

  test('whatever else a server gives counts as text that it takes', async () => {
    const link = {
      type: 'resource_link',
      uri: 'a:b',
      name: 'b',
      description: 'x'.repeat(2_000_000),
    };
    const odd = { type: 'odd', of: 'x'.repeat(2_000_000) };
    for (const takes of ['texts', 'content'] as const) {
      const blocks = await contentFor({ content: [link, text('more')] }, { takes });
      expect(JSON.stringify(blocks).length).toBeLessThan(1_001_000);
      expect(JSON.stringify(blocks)).toContain('textLeftOut');
      expect(blocks.at(-1)).toEqual(text('more'));
    }
    expect(JSON.stringify(await contentFor({ content: [odd] })).length).toBeLessThan(1_001_000);
    const small = Array.from({ length: 3_000 }, (_, at) => ({
      ...link,
      uri: `a:${at}`,
      description: 'x'.repeat(1_000),
    }));
    const many = await contentFor({ content: small }, { takes: 'content' });
    expect(JSON.stringify(many).length).toBeLessThan(1_100_000);
    const named = await contentFor(
      { content: [{ type: 'x'.repeat(5_000) }] },
      { takes: 'content' },
    );
    expect(JSON.stringify(named).length).toBeLessThan(1_000);
  });

  test('text of a resource counts as text; bytes that are too many are left out as a whole', async () => {
    const blob = 'A'.repeat(4_000_001);
    const content = [
      { type: 'resource', resource: { uri: 'a:b', text: 'x'.repeat(1_000_002) } },
      { type: 'resource', resource: { uri: 'a:c', mimeType: 'application/zip', blob } },
      { type: 'image', data: blob, mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
    ];
    expect(await contentFor({ content })).toEqual([
      text('x'.repeat(500_000)),
      text('\ntextLeftOut {"characters":2}\n'),
      text('x'.repeat(500_000)),
      text('\nbytesLeftOut {"what":"a:c application/zip","kilobytes":3001}\n'),
      text('\nbytesLeftOut {"what":"image image/png","kilobytes":3001}\n'),
      text('\nbytesLeftOut {"what":"audio audio/wav","kilobytes":1}\n'),
    ]);
  });
});

describe('with a place for what is long', () => {
  async function keeping(content: readonly object[], takes: ModelRoute['takes'] = 'texts') {
    using store = openResultStore();
    const results = new StoredResults(store);
    results.limits = { limit: 1_000, chatReadsOn: true };
    const blocks = await contentFor({ content }, { results, takes, describe: sentence });
    const { result, file } = results.find();
    return { blocks, newest: result, whole: readFileSync(file, 'utf8') };
  }

  test('text above the limit is told of by its shape and both ends', async () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `row ${id}` }));
    const { blocks, newest, whole } = await keeping([text(JSON.stringify({ rows }))]);
    const [{ text: told } = text('')] = blocks;
    expect(blocks).toHaveLength(1);
    expect(told).toContain(`kept as "${newest}"`);
    expect(told).toContain('roundhouse_read_more');
    expect(told).toContain('"rows": [100 × {');
    expect(told).toContain('"name": "row 1"');
    expect(told).toContain('"name": "row 99"');
    expect(told.length).toBeLessThan(8_192);
    expect(whole).toContain('"name": "row 50"');
  });

  test('what still fits stays, before and behind it', async () => {
    const long = 'x'.repeat(2_000);
    const { blocks, whole } = await keeping([text('first'), text(long), text('last')]);
    expect(blocks.map((block) => block.text)).toEqual([
      'first',
      expect.stringContaining('The result is long'),
      'last',
    ]);
    expect(whole).toBe(long);
  });

  test('many short texts become one, not many', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => text(`${n} ${'x'.repeat(95)}`));
    const { blocks, whole } = await keeping(lines);
    expect(blocks.length).toBeLessThan(15);
    expect(whole.split('\n').at(-1)).toMatch(/^499 x/);
    const long = Array.from({ length: 40 }, () => [text('y'.repeat(2_000)), text('z')]).flat();
    const mixed = await keeping(long);
    const total = mixed.blocks.reduce((sum, block) => sum + block.text.length, 0);
    expect(total).toBeLessThan(40_000);
    expect(mixed.whole).toContain('y\nz\ny');
  });

  test('what no model takes is kept for the person', async () => {
    const audio = { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' };
    const { blocks } = await keeping([audio, text('heard')]);
    expect(blocks.map((block) => block.text)).toEqual([
      expect.stringContaining('Open Last Large Result'),
      'heard',
    ]);
  });

  test("the editor's own client shows it to the person", async () => {
    const audio = { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' };
    const link = { type: 'resource_link', uri: 'a:b', name: 'b' };
    const long = text('x'.repeat(2_000));
    const [, ...blocks] = (await keeping([long, audio, link, { type: 'odd' }], 'content')).blocks;
    expect(blocks).toEqual([
      text(
        '\n(audio audio/wav, 1 KB, is shown to the person here: it cannot be given to a model.)\n',
      ),
      link,
      text('\n(odd, is left out here: it cannot be given to a model.)\n'),
      { ...audio, annotations: { audience: ['user'] } },
    ]);
  });

  test('a limit of 0 keeps nothing', async () => {
    using store = openResultStore();
    const results = new StoredResults(store);
    const long = text('x'.repeat(100_000));
    expect(await contentFor({ content: [long] }, { results })).toEqual([long]);
    expect(() => results.find()).toThrow();
  });
});

test('an error is told where the client tells models nothing of it', async () => {
  const result = { content: [text('no key')], isError: true };
  expect(await contentFor(result, { takes: 'content', describe: sentence })).toEqual([
    text('The tool reported an error:\n'),
    text('no key'),
  ]);
  const parts = chatParts({ content: await contentFor(result), isError: true });
  expect(parts.map((part) => part.kind === 'text' && part.text)).toEqual([
    'The tool reported an error.\n',
    'no key',
  ]);
});

test('a result that breaks the promise of its tool says so, and is given all the same', async () => {
  const outputSchema = { type: 'object', properties: { sum: { type: 'number' } } };
  const lists = { prompts: [], resources: [], resourceTemplates: [], dropped: [] };
  const catalog = valueOf({ tools: [{ name: 'tool', outputSchema }], ...lists });
  const check = new OutputCheck({ catalog, log: { add: () => undefined } });
  for (const sum of ['one', 'two']) {
    const result = { content: [], structuredContent: { sum } };
    await check.take('tools/call', { name: 'tool' }, result);
    expect(await contentFor(result, { describe: sentence })).toEqual([
      text(`{"sum":"${sum}"}`),
      text(expect.stringContaining('data/sum must be number')),
    ]);
  }
});
