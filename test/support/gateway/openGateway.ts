import { Gateway, type GatewayOptions } from '../../../src/gateway/gateway';
import { Tokens } from '../../../src/gateway/tokens';
import { RawClient } from './rawClient';
import { describeReason, finder, TestServer } from './testServer';

/** A gateway with one window and its one server. `await using` stops it. */
export async function openGateway(
  options: Partial<GatewayOptions> = {},
  server = new TestServer('user/one'),
) {
  const tokens = new Tokens();
  const token = tokens.issue(finder(server));
  const gateway = await Gateway.start({ access: tokens, describe: describeReason, ...options });
  const client = new RawClient(gateway, token, server.id);
  return {
    gateway,
    tokens,
    token,
    server,
    client,
    [Symbol.asyncDispose]: () => gateway.stop(),
  };
}
