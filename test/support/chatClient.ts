import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Gateway } from '../../src/gateway/gateway';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { HostOptions } from '../../src/host/host';

/** A gateway for a host of a test, which says reasons by their codes. */
export const startGateway: HostOptions['startGateway'] = (access, limits, onRefused) =>
  Gateway.start({ access, limits, onRefused, describe: ({ code }) => code });

/** A client of a window's server over the gateway, as chat is one. @throws where it is not greeted. */
export async function openChat({ gateway }: HostClient, id: string): Promise<Client> {
  const { origin = '', token = '' } = gateway.peek() ?? {};
  const url = new URL(`/servers/${encodeURIComponent(id)}/mcp`, origin);
  const headers = { Authorization: `Bearer ${token}` };
  const client = new Client({ name: 'chat', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}
