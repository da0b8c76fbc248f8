import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { Recording, serveMock } from '../../../src/terminal/mock';

const line = (method: string, params: object, response: unknown, from = 'client'): string =>
  JSON.stringify({
    time: '2026-01-02T00:00:00.000Z',
    from,
    method,
    request: { jsonrpc: '2.0', id: 1, method, params },
    response,
  });
const call = (args: object, text: string): string =>
  line(
    'tools/call',
    { name: 'add', arguments: args, _meta: { progressToken: 4 } },
    {
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text }] },
    },
  );
const asked = (args: object) => ({
  method: 'tools/call',
  params: { name: 'add', arguments: args, _meta: { progressToken: 9 } },
});
const text = (value: string) => ({ result: { content: [{ type: 'text', text: value }] } });

test('equal requests get their answers in order, and then the last one again', () => {
  const recording = new Recording(
    [call({ a: 1, b: 2 }, 'one'), call({ a: 1, b: 2 }, 'two')].join('\n'),
  );
  const answers = [1, 2, 3].map(() => recording.answer(asked({ b: 2, a: 1 })));
  expect(answers).toEqual([text('one'), text('two'), text('two')]);
});

test('a recorded error is given again, and a request that was not recorded gets one', () => {
  const error = { code: -32602, message: 'no' };
  const recording = new Recording(
    `${line('prompts/get', { name: 'x' }, { jsonrpc: '2.0', id: 1, error })}\n\n${call({}, 'a')}\n`,
  );
  expect(recording.answer({ method: 'prompts/get', params: { name: 'x' } })).toEqual({ error });
  expect(recording.answer(asked({ other: true }))).toMatchObject({ error: { code: -32602 } });
  expect(recording.answer({ method: 'tools/list' })).toMatchObject({ error: { code: -32601 } });
  expect(recording.answer({ method: 'ping' })).toEqual({ result: {} });
});

test('a call with a secret that the recording has masked is found', () => {
  const recording = new Recording(call({ password: '•••' }, 'in'));
  expect(recording.answer(asked({ password: 'hunter2-other' }))).toEqual(text('in'));
});

test('a recording without a handshake makes one; requests of the server and cut messages are left out', () => {
  const recording = new Recording(
    [
      line('tools/list', {}, { jsonrpc: '2.0', id: 1, result: { tools: [] } }),
      line('roots/list', {}, { jsonrpc: '2.0', id: 1, result: { roots: [] } }, 'server'),
      line('resources/read', { uri: 'a:b' }, '{"jsonrpc":"2.0","id":1,"resul'),
    ].join('\n'),
  );
  expect(
    recording.answer({ method: 'initialize', params: { protocolVersion: '2025-06-18' } }),
  ).toMatchObject({ result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } } });
  expect(recording.answer({ method: 'roots/list' })).toHaveProperty('error');
  expect(recording.answer({ method: 'resources/read', params: { uri: 'a:b' } })).toHaveProperty(
    'error',
  );
});

test.each(['{', '[]', '{"from":"me"}'])('the line %s is named as wrong', (wrong) => {
  expect(() => new Recording(`${call({}, 'a')}\n${wrong}`)).toThrow('Line 2');
});

test('a line that is not JSON gets an error, and those after it their answers', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'traffic.ndjson');
  writeFileSync(file, call({}, 'a'));
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end('no JSON\n\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
  expect(await serveMock(file, { input, output })).toBe(0);
  const answers = String(output.read()).trim().split('\n');
  expect(answers.map((answer) => JSON.parse(answer) as unknown)).toMatchObject([
    { id: null, error: { code: -32700 } },
    { id: 7, result: {} },
  ]);
});
