import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { persistentKey } from '../../src/base/persistentKey';
import type { Host } from '../../src/host/host';
import { KnownServers } from '../../src/servers/knownServers';
import { ToolUsage } from '../../src/servers/toolUsage';
import { startGateway } from '../support/chatClient';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { testHosts } from '../support/testHosts';

const id = 'folder:a/till';
const hosts = testHosts({ startGateway });

/** A host on a data folder. */
function open(data: string): Promise<Host> {
  const usage = new ToolUsage(path.join(data, 'toolUsage.json'), () => persistentKey(data));
  return hosts.open({ known: new KnownServers(undefined, usage) });
}

test('a call is known whichever way it came, also to the next host', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'roundhouse-usage-'));
  const begin = Date.now();
  const host = await open(data);
  const launches = { [id]: fakeStdio({ tools: ['echo', 'slow', 'cancelled'] }) };
  const client = await hosts.attach(host, launches);
  await client.start(id, true);
  expect((await client.send('toolUsage', { id }))?.calls).toEqual({});
  await client.callTool({ server: id, tool: 'echo', arguments: { text: 'a' }, gesture: true });
  const chat = await hosts.chat(client, id);
  await chat.callTool({ name: 'cancelled', arguments: {} });
  const use = await client.send('toolUsage', { id });
  expect(Object.keys(use?.calls ?? {}).toSorted()).toEqual(['cancelled', 'echo']);
  for (const time of Object.values(use?.calls ?? {})) expect(time).toBeGreaterThanOrEqual(begin);
  await hosts.end();

  const again = await hosts.attach(await open(data), launches);
  await again.start(id, true);
  expect(await again.send('toolUsage', { id })).toEqual(use);
});
