import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { trafficLine } from '../../src/ui/traffic/trafficLine';
import { everythingStdio } from '../support/fakeServer/everything';
import { declarations } from '../support/hostFixture';
import { nodeLaunch } from '../support/nodeLaunch';
import { testHosts } from '../support/testHosts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const hosts = testHosts();

/** What a person gets of a server that they use. */
async function use(client: HostClient, server: string): Promise<unknown[]> {
  const call = (tool: string, args: object) =>
    client.callTool({ server, tool, arguments: { ...args }, gesture: true });
  const read = (method: 'resources/read' | 'prompts/get', params: object) =>
    client.read({ server, method, params: { ...params }, gesture: true });
  return [
    await call('echo', { message: 'a' }),
    await call('echo', { message: 'b' }),
    await call('get-sum', { a: 2, b: 3 }),
    await call('get-structured-content', { location: 'Chicago' }),
    await call('get-tiny-image', {}),
    await call('get-sum', { a: 'no number' }),
    await read('prompts/get', { name: 'simple-prompt' }),
    await read('resources/read', { uri: 'demo://resource/static/document/features.md' }),
    await client.send('catalog', { id: server }),
  ];
}

test('a session with server-everything, recorded and served again, gives the same answers', async () => {
  const host = await hosts.open();
  const everything = everythingStdio();
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'traffic.ndjson');
  const mock = nodeLaunch(cli, 'mock', file);
  const launches = { everything, mock };
  const client = hosts.window(host, {
    resolveLaunch: async (id) => ({
      kind: 'resolved',
      launch: id === 'mock' ? mock : everything,
      secrets: [],
    }),
  });
  await client.declare(declarations(launches));
  const answers = await use(client, 'everything');
  const { records } = await client.send('traffic', { id: 'everything', limit: 2_000 });
  const lines: string[] = [];
  for (const record of records) {
    const { number, time } = record;
    const messages = await client.send('trafficMessages', { id: 'everything', number, time });
    if (messages) lines.push(trafficLine(record, messages));
  }
  writeFileSync(file, lines.join('\n'));
  await client.stop('everything');
  expect(await use(client, 'mock')).toEqual(answers);
  await expect(
    client.callTool({ server: 'mock', tool: 'echo', arguments: { message: 'c' }, gesture: true }),
  ).rejects.toThrow('serverError');
});
