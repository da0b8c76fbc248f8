import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import { openConnection } from '../support/fakeServer/openConnection';
import { nodeLaunch } from '../support/nodeLaunch';
import { serveScript, stream } from '../support/scriptedServer';

/** What may stand where something else is expected. */
const oddities: readonly unknown[] = [
  null,
  0,
  -1.5,
  true,
  '',
  'toString',
  [],
  [null],
  {},
  { toString: 1, valueOf: null },
  JSON.parse('{"__proto__": {"jsonrpc": 1}, "constructor": 1}'),
];
const methods: readonly string[] = [
  'notifications/message',
  'notifications/progress',
  'notifications/cancelled',
  'notifications/resources/updated',
  'notifications/tools/list_changed',
  'notifications/subscriptions/acknowledged',
  'notifications/tasks/status',
  'elicitation/create',
  'roots/list',
  'ping',
  'constructor',
  '',
];
const fields: readonly string[] = [
  '_meta',
  'level',
  'logger',
  'data',
  'uri',
  'progressToken',
  'progress',
  'requestId',
  'notifications',
  'message',
];

/** Valid JSON of every kind that comes near to a message; none of it answers a request. */
function* oddMessages(): Generator {
  yield* oddities;
  for (const odd of oddities) {
    yield { jsonrpc: '2.0', method: odd };
    yield { jsonrpc: '2.0', id: 'nobody', result: odd };
    yield { jsonrpc: '2.0', id: 'nobody', error: odd };
    yield [{ jsonrpc: '2.0', method: 'notifications/message', params: odd }, odd];
    for (const method of methods) {
      yield { jsonrpc: '2.0', method, params: odd };
      yield { jsonrpc: odd, id: odd, method, params: odd };
      yield { jsonrpc: '2.0', method, params: { _meta: { progressToken: odd }, level: odd } };
    }
    for (const field of fields) {
      for (const method of methods) yield { jsonrpc: '2.0', method, params: { [field]: odd } };
    }
  }
}

/** Stands for the id of whatever is answered. */
const idMark = 'the id';
const refusal = { code: -32601, message: 'Method not found' };

/** What a server says to requests of that method; to a call all that is odd before its result. */
const legacyAnswers: Readonly<Record<string, readonly unknown[]>> = {
  other: [{ jsonrpc: '2.0', id: idMark, error: refusal }],
  initialize: [
    {
      jsonrpc: '2.0',
      id: idMark,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, logging: {}, resources: {} },
        serverInfo: { name: 'odd', version: '1' },
      },
    },
  ],
  'tools/call': [...oddMessages(), { jsonrpc: '2.0', id: idMark, result: { content: [] } }],
};
const modernAnswers: typeof legacyAnswers = {
  ...legacyAnswers,
  initialize: [{ jsonrpc: '2.0', id: idMark, error: refusal }],
  'server/discover': [
    {
      jsonrpc: '2.0',
      id: idMark,
      result: { supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true } } },
    },
  ],
  'subscriptions/listen': [],
};

/** A server over stdio whose answers are in the file that it is told. */
const program = `
const answers = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
require('readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  for (const answer of answers[method] ?? answers.other) {
    const text = JSON.stringify(answer).replace('"${idMark}"', JSON.stringify(id));
    process.stdout.write(text + '\\n');
  }
});
`;

async function overStdio(answers: typeof legacyAnswers): Promise<ResolvedLaunch> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rh-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'answers.json');
  await writeFile(file, JSON.stringify(answers));
  return { ...nodeLaunch('-e', program, file), cwd: folder };
}

/** The same over HTTP, where the stream of the session says everything, too. */
async function overHttp(answers: typeof legacyAnswers): Promise<ResolvedLaunch> {
  const { url } = await serveScript(({ method, message }, response) => {
    const isRequest = message && 'method' in message && 'id' in message;
    if (method === 'GET') stream(response, [...oddMessages()].map(written).join(''));
    else if (!isRequest) response.writeHead(202).end();
    else {
      const said = answers[message.method] ?? answers['other'] ?? [];
      const text = said.map(written).join('').replace(`"${idMark}"`, JSON.stringify(message.id));
      if (said.length > 0) stream(response).end(text);
      else stream(response, ':\n');
    }
  });
  return { type: 'http', url, headers: {} };
}

const written = (message: unknown): string => `data: ${JSON.stringify(message)}\n\n`;

test.each([
  ['stdio', 'legacy', overStdio, legacyAnswers],
  ['stdio', 'modern', overStdio, modernAnswers],
  ['http', 'legacy', overHttp, legacyAnswers],
  ['http', 'modern', overHttp, modernAnswers],
] as const)('over %s of the %s era nothing odd gets through', async (_kind, era, over, answers) => {
  // What nobody catches would end the host; a test that ends with one of these fails.
  const thrown: unknown[] = [];
  const caught = (error: unknown): void => void thrown.push(error);
  process.on('uncaughtExceptionMonitor', caught);
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', caught));
  await using opened = await openConnection(await over(answers));
  const { connection } = opened;
  expect(connection.handshake.era).toBe(era);
  for (let round = 0; round < 2; round++) {
    expect(await connection.request('tools/call', { name: 'any' })).toEqual({ content: [] });
  }
  expect(connection.lost).toBeUndefined();
  expect(thrown).toEqual([]);
});

test.each([
  ['stdio', overStdio],
  ['http', overHttp],
] as const)(
  'over %s an answer that is too deep fails its own call, and the connection goes on',
  async (_kind, over) => {
    let deep: unknown = 1;
    for (let level = 0; level < 600; level++) deep = [deep];
    const answer = { jsonrpc: '2.0', id: idMark, result: { prompts: deep } };
    await using opened = await openConnection(
      await over({ ...legacyAnswers, 'prompts/list': [answer] }),
    );
    const { connection } = opened;
    await expect(connection.request('prompts/list', {})).rejects.toMatchObject({
      code: 'answerTooComplex',
    });
    expect(await connection.request('tools/call', { name: 'any' })).toEqual({ content: [] });
    expect(connection.lost).toBeUndefined();
  },
);
