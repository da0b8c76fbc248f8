import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { openGateway } from '../../../support/gateway/openGateway';
import { eventsOf, metaPrefix, modernRequest } from '../../../support/gateway/rawClient';
import { handshake } from '../../../support/gateway/testServer';

type Opened = Awaited<ReturnType<typeof openGateway>>;

const listen = ({ client }: Opened, notifications: object) =>
  client.begin(modernRequest('subscriptions/listen', { notifications }, {}, 'mine'));
const watching = { resourceSubscriptions: ['a:1'] };

describe('a subscription', () => {
  it('starts the server for its resources, and for nothing else', async () => {
    await using opened = await openGateway();
    const { server } = opened;
    await listen(opened, { toolsListChanged: true, resourceSubscriptions: [] });
    expect(server.starts).toBe(0);
    await listen(opened, watching);
    expect(server.urgencies).toEqual(['background']);
    expect(server.requirements.map(({ uris }) => uris)).toContainEqual(['a:1']);
  });

  it('is refused where the server cannot tell of resources', async () => {
    await using opened = await openGateway();
    opened.server.failure = new UserError('notApproved', { server: 'one' });
    const { body } = await (await listen(opened, watching)).end;
    expect(JSON.parse(body)).toMatchObject({
      id: 'mine',
      error: { data: { code: 'notApproved' } },
    });
    expect(opened.server.requirements).toHaveLength(0);
  });

  it('ends when nobody declares its server any more', async () => {
    await using opened = await openGateway();
    const { end } = await listen(opened, watching);
    opened.server.releasing.abort();
    const subscriptionId = { [`${metaPrefix}subscriptionId`]: 'mine' };
    expect(eventsOf(await end).at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 'mine',
      result: { resultType: 'complete', _meta: subscriptionId },
    });
    expect(opened.server.requirements).toHaveLength(0);
  });

  it.each([
    [401, ({ tokens, token }: Opened) => tokens.revoke(token)],
    [404, ({ server }: Opened) => server.releasing.abort()],
  ])('does not begin after what it waited for: %i', async (status, happens) => {
    await using opened = await openGateway();
    const { server } = opened;
    server.handshake.value = undefined;
    const start = server.connection.bind(server);
    server.connection = async () => {
      happens(opened);
      server.handshake.value = handshake;
      return start();
    };
    const { end } = await listen(opened, { toolsListChanged: true });
    expect((await end).status).toBe(status);
  });
});
