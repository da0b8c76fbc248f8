import { generateKeySync } from 'node:crypto';
import { expect, it } from 'vitest';
import { Gateway } from '../../../../src/gateway/gateway';
import { SessionSeal } from '../../../../src/gateway/legacy/sessions';
import { Tokens } from '../../../../src/gateway/tokens';
import { openGateway } from '../../../support/gateway/openGateway';
import { RawClient, rpc } from '../../../support/gateway/rawClient';
import { describeReason, finder, TestServer } from '../../../support/gateway/testServer';

const newKey = () => generateKeySync('hmac', { length: 256 });
const key = newKey();
const facts = { serverId: 'user/one', version: '2025-06-18', capabilities: { roots: {} } };

it('opens names of hosts with the same key, and no others', () => {
  const seal = new SessionSeal(key);
  const later = new SessionSeal(key);
  const id = seal.seal(facts);
  expect(id).toMatch(/^[\w.-]+$/);
  for (const one of [seal, later]) expect(one.open(id)).toEqual(facts);
  expect(new SessionSeal(newKey()).open(id)).toBeUndefined();
  expect(later.open(`${id}x`)).toBeUndefined();
  expect(later.open(id.replace('.', '.A'))).toBeUndefined();
  expect(later.open('x')).toBeUndefined();
});

it('names a session plainly whose facts would not fit into a header', () => {
  const capabilities = { experimental: { long: 'x'.repeat(5_000) } };
  const id = new SessionSeal(key).seal({ ...facts, capabilities });
  expect(id.length).toBeLessThan(50);
  expect(new SessionSeal(key).open(id)).toBeUndefined();
});

it('takes up a session of the host before, until it ends', async () => {
  const server = new TestServer('user/one');
  const tokens = new Tokens();
  const token = tokens.issue(finder(server));
  await using before = await openGateway({ sessionKey: key, access: tokens }, server);
  const headers = await new RawClient(before.gateway, token, server.id).session();
  const ports = { access: tokens, describe: describeReason, sessionKey: key };
  const gateway = await Gateway.start(ports);
  const client = new RawClient(gateway, token, server.id);
  expect((await client.send({ headers, body: rpc(1, 'tools/list') })).status).toBe(200);
  expect((await client.send({ method: 'DELETE', headers })).status).toBe(204);
  expect((await client.send({ headers, body: rpc(2, 'tools/list') })).status).toBe(404);
  await gateway.stop();
});
