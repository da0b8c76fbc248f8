import { serverRequestRefused } from '../../src/ipc/serverRequest';
import { Gateway } from '../../src/gateway/gateway';
import { declarations, newHost, windowOf } from '../support/hostFixture';
import { nodeLaunch } from '../support/nodeLaunch';

/**
 * A host with its gateway in front of one server, for suites that know no tokens. The arguments are those of
 * Node for the server; prints the server's address at the gateway and ends with its stdin.
 */
async function main(args: readonly string[]): Promise<void> {
  let token = '';
  const host = newHost({
    startGateway: (tokens, limits) =>
      Gateway.start({
        access: {
          open: () => tokens.open(token),
          leftAt: () => undefined,
          onOpened: tokens.onOpened,
        },
        limits,
        describe: ({ code }) => code,
      }),
  });
  await host.open();
  const id = 'user/full';
  // What the clients of the gateway answer is told to servers where a window could, too.
  const nobody = async (): Promise<never> => {
    throw serverRequestRefused('rejected', 'Nobody is at the window');
  };
  const launch = nodeLaunch(...args);
  const client = windowOf(host, {
    graceSeconds: () => 1,
    resolveLaunch: async () => ({ kind: 'resolved', launch, secrets: [] }),
    questions: { elicit: nobody, sample: nobody },
  });
  await client.declare(declarations({ [id]: launch }, { roots: [] }));
  const gateway = client.gateway.peek();
  if (!gateway) throw new Error('no gateway');
  token = gateway.token;
  console.log(`${gateway.origin}/servers/${encodeURIComponent(id)}/mcp`);
  process.stdin.resume().once('end', () => {
    void client.end().then(() => host.stop());
  });
}

void main(process.argv.slice(2));
