import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { Gateway } from '../../../src/gateway/gateway';
import { Tokens } from '../../../src/gateway/tokens';
import { openGateway } from '../../support/gateway/openGateway';
import { rpc } from '../../support/gateway/rawClient';
import { describeReason } from '../../support/gateway/testServer';

const options = { access: new Tokens(), describe: describeReason };

it('takes the preferred port again after a stop', async () => {
  const first = await Gateway.start(options);
  await first.stop();
  const second = await Gateway.start({ ...options, preferredPort: first.port });
  expect(second.port).toBe(first.port);
  expect(second.origin).toBe(`http://127.0.0.1:${first.port}`);
  await second.stop();
});

it('takes another port where the preferred one is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const gateway = await Gateway.start({ ...options, preferredPort: port });
  expect(gateway.port).not.toBe(port);
  await gateway.stop();
  taken.close();
});

it('listens on the loopback interface only', async () => {
  await using opened = await openGateway();
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  const host = outside?.address ?? '127.0.0.2';
  const socket = connect(opened.gateway.port, host);
  await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('leaves no socket behind', async () => {
  const sockets = (): number =>
    process.getActiveResourcesInfo().filter((name) => /^TCP|Timeout/.test(name)).length;
  const before = sockets();
  const opened = await openGateway();
  const headers = await opened.client.session();
  opened.server.respond = () => new Promise(() => undefined);
  const stream = opened.client.send({ method: 'GET', headers }).catch(() => undefined);
  const call = opened.client
    .send({ headers, body: rpc(2, 'tools/call', { name: 'first' }) })
    .catch(() => undefined);
  await expect.poll(() => opened.server.asked.length).toBe(1);
  await opened.gateway.stop();
  await Promise.all([stream, call]);
  await expect.poll(sockets).toBeLessThanOrEqual(before);
});
