import { expect, it } from 'vitest';
import type { ServerRequestMethod } from '../../../src/ipc/serverRequest';
import type { McpObject } from '../../../src/ipc/state';
import { openGateway } from '../../support/gateway/openGateway';
import { rpc } from '../../support/gateway/rawClient';
import { handshake } from '../../support/gateway/testServer';

const own = 'io.modelcontextprotocol/';
const [roots, elicitation, sampling] = [{ listChanged: true }, { url: {} }, { vendor: 1 }];
const both = { elicitation: { form: {}, url: {} } };

/** What a modern server is told that a client can do which calls it. */
async function toldBy(era: string, capabilities: McpObject, answers: ServerRequestMethod[]) {
  await using opened = await openGateway();
  const { client, server } = opened;
  server.greeted = { ...handshake, era: 'modern', protocolVersion: '2026-07-28' };
  server.answers = new Set(answers);
  if (era === 'modern') {
    const _meta = {
      [`${own}protocolVersion`]: '2026-07-28',
      [`${own}clientCapabilities`]: capabilities,
    };
    const headers = {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'first',
    };
    await client.send({ headers, body: rpc(1, 'tools/call', { name: 'first', _meta }) });
  } else {
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'x' } };
    const { headers: got } = await client.send({ body: rpc(1, 'initialize', params) });
    const headers = { 'Mcp-Session-Id': String(got['mcp-session-id']) };
    await client.send({ headers, body: rpc(2, 'tools/call', { name: 'first' }) });
  }
  const { extensions: _, ...told } = Object(
    Object(server.asked[0]?.params['_meta'])[`${own}clientCapabilities`],
  ) as McpObject;
  return told;
}

it.each(['modern', 'legacy'])(
  'a %s client has no folders that the window keeps back',
  async (era) => {
    const capabilities = { roots, sampling };
    expect(await toldBy(era, capabilities, ['roots/list'])).toEqual(capabilities);
    expect(await toldBy(era, capabilities, [])).toEqual({ sampling });
  },
);

it('a client of the legacy era can what it can, and shows what the window shows', async () => {
  const answers: ServerRequestMethod[] = ['elicitation/create', 'sampling/createMessage'];
  expect(await toldBy('legacy', {}, answers)).toEqual(both);
  expect(await toldBy('legacy', { elicitation, sampling }, answers)).toEqual({ ...both, sampling });
  expect(await toldBy('modern', { elicitation }, answers)).toEqual({ elicitation });
});
