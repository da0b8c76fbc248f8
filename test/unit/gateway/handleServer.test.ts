import { afterEach, expect, it, vi } from 'vitest';
import { liveStores } from '../../../src/base/disposable';
import { Gateway } from '../../../src/gateway/gateway';
import { HostClient } from '../../../src/client/hostConnection/hostClient';
import { declarations, newHost, reachOf } from '../../support/hostFixture';
import { scriptedConnect } from '../../support/scriptedConnection';
import { rpc } from '../../support/gateway/rawClient';

const id = 'folder:a/till';
const launch = { type: 'http', url: 'http://till/mcp', headers: {} } as const;
const own = 'io.modelcontextprotocol/';

afterEach(() => expect([...liveStores()]).toEqual([]));

it('a window that declares a server no more ends what listens to it', async () => {
  const { connect, opened } = scriptedConnect();
  const host = newHost({
    connect,
    startGateway: (access, limits) =>
      Gateway.start({ access, limits, describe: ({ code }) => code }),
  });
  await host.open();
  const window = new HostClient({
    graceSeconds: () => 1,
    reach: async () => reachOf(host),
    resolveLaunch: async () => ({ kind: 'resolved', launch, secrets: [] }),
  });
  await window.declare(declarations({ [id]: launch }));
  const { origin = '', token = '' } = window.gateway.peek() ?? {};
  const notifications = { resourceSubscriptions: ['x:1'] };
  const _meta = { [`${own}protocolVersion`]: '2026-07-28', [`${own}clientCapabilities`]: {} };
  const response = await fetch(`${origin}/servers/${encodeURIComponent(id)}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'subscriptions/listen',
    },
    body: JSON.stringify(rpc(1, 'subscriptions/listen', { notifications, _meta })),
  });
  await vi.waitFor(() => expect(opened[0]?.wanted).toEqual(['watch x:1']));
  await window.declare([]);
  expect(await response.text()).toContain('"resultType":"complete"');
  await window.end();
  await host.stop();
});
