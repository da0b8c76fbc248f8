import { afterEach, expect, test, vi } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import { reasonOf } from '../../src/base/errors';
import type { LaunchAnswer } from '../../src/contract/launch';
import type { McpObject } from '../../src/contract/state';
import type { HostClient } from '../../src/hostClient/hostClient';
import type { Host } from '../../src/hostProcess/host';
import { modelAnswer } from '../../src/views/modelAnswers';
import { everythingStdio } from '../support/fakeServer/everything';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { attach, newHost, stateOf, type Launches } from '../support/hostFixture';

const byModel = { route: 'genericTools', confirmed: {} } as const;

const id = 'folder:a/everything';
const retryDelay = 600_000;
let host: Host;
let client: HostClient;

async function open(launches: Launches): Promise<void> {
  host = newHost({
    restart: {
      firstDelay: retryDelay,
      maxDelay: retryDelay,
      maxCrashes: 5,
      window: retryDelay,
      stableAfter: retryDelay,
    },
  });
  await host.open();
  client = await attach(host, launches);
}

/** What a model reads of a call. */
async function call(server: string, tool: string, args: McpObject): Promise<string> {
  const request = { server, tool, arguments: args, gesture: false, ...byModel };
  return client.callTool(request).then(
    (result) => JSON.stringify(result['content']),
    (error: unknown) => modelAnswer(reasonOf(error)),
  );
}

afterEach(async () => {
  await client.end();
  await host.stop();
  expect([...liveStores()]).toEqual([]);
});

test('every answer leads one step further, from a name that nobody has to a result', async () => {
  await open({ [id]: everythingStdio(), 'folder:a/other': fakeStdio() });

  expect(await call('evrything', 'annotated_message', {})).toBe(
    'There is no server "evrything". The most alike: everything, other. ' +
      'Take one of these, or look at all with roundhouse_list_servers.',
  );
  expect(await call('everything', 'annotated_message', {})).toMatch(
    /^The server "everything" has no tool "annotated_message"\. The most alike it has: get-annotated-message, .*Take one of these/,
  );
  const [found] = await client.searchTools('a mesage with anotations', 5);
  expect(found).toMatchObject({ server: id, tool: { name: 'get-annotated-message' } });

  const tool = 'get-annotated-message';
  expect(await call('everything', tool, { kind: 'eror' })).toBe(
    `The tool ${tool} was not called. arguments.messageType is missing; it is one of "error", "success", "debug". ` +
      'Correct the arguments, then call it again.',
  );
  expect(await call('everything', tool, { messageType: 'warning', includeImage: [] })).toBe(
    `The tool ${tool} was not called. arguments.messageType must be one of "error", "success", "debug". ` +
      'arguments.includeImage must be of the type boolean, not array. ' +
      'Correct the arguments, then call it again.',
  );
  expect(await call('everything', tool, { messageType: 'error' })).toContain(
    'Error: Operation failed',
  );
});

test('a person may send what they want', async () => {
  await open({ [id]: everythingStdio() });
  const result = await client.callTool({
    server: id,
    tool: 'get-sum',
    arguments: { a: 'x' },
    gesture: true,
  });
  // These are the words of the server.
  expect(result).toMatchObject({ isError: true });
});

test('a server that cannot be used says who has to do what, and when', async () => {
  const blocked: LaunchAnswer = {
    kind: 'blocked',
    need: 'trust',
    reason: { code: 'notApproved' },
  };
  await open({
    'user/new': blocked,
    'user/till': fakeStdio(),
    'user/gone': fakeStdio({ exitAtStart: 3 }),
  });
  const ask = 'Only the person can do something about it, so ask them, and wait: ';
  expect(await call('new', 'echo', {})).toContain(`${ask}"Read its entry, then start it`);

  await client.start('user/till', true);
  await vi.waitFor(() => expect(stateOf(client, 'user/till').kind).toBe('running'));
  process.kill(client.servers.peek().get('user/till')?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(stateOf(client, 'user/till').kind).toBe('backingOff'));
  expect(await call('till', 'echo', {})).toMatch(
    /The server "till" failed and is started again in \d+ seconds\..* Call again in \d+ seconds, not before\.$/,
  );
  expect(await call('gone', 'echo', {})).toMatch(/exit code 3.*(not before|the log)/);
});
