import { expect, test, vi } from 'vitest';
import { reasonOf } from '../../src/base/errors';
import type { LaunchAnswer } from '../../src/ipc/launch';
import type { ServerOptions } from '../../src/ipc/contract';
import type { McpObject } from '../../src/ipc/state';
import { Gateway } from '../../src/gateway/gateway';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { HostOptions } from '../../src/host/host';
import { modelAnswer } from '../../src/ui/chat/modelAnswers';
import { sentenceForModel } from '../../src/ui/reasons/sentence';
import { everythingStdio } from '../support/fakeServer/everything';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { type Launches, restartsAfter, stateOf } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const byModel = { route: 'genericTools', confirmed: {} } as const;

const id = 'folder:a/everything';
/** They wait so long for the first retry that no test sees it. */
const hosts = testHosts({ restart: restartsAfter(600_000) });
let client: HostClient;

async function open(
  launches: Launches,
  hostOptions: Partial<HostOptions> = {},
  options?: ServerOptions,
): Promise<void> {
  client = await hosts.attach(await hosts.open(hostOptions), launches, 30, options);
}

/** What a model reads of a call. */
async function call(server: string, tool: string, args: McpObject): Promise<string> {
  const request = { server, tool, arguments: args, gesture: false, ...byModel };
  return client.callTool(request).then(
    (result) => JSON.stringify(result['content']),
    (error: unknown) => modelAnswer(reasonOf(error)),
  );
}

test('every answer leads one step further, from a name that nobody has to a result', async () => {
  await open({ [id]: everythingStdio(), 'folder:a/other': fakeStdio() });
  await client.start(id, true);
  await vi.waitFor(() => expect(client.catalog(id).peek()?.tools.length).toBeGreaterThan(0));

  expect(await call('evrything', 'annotated_message', {})).toBe(
    'There is no server "evrything". The most alike: everything, other. ' +
      'Take one of these, or look at all with roundhouse_list_servers.',
  );
  expect(await call('everything', 'annotated_message', {})).toMatch(
    /^The server "everything" has no tool "annotated_message"\. The most alike it has: get-annotated-message, .*Take one of these/,
  );
  const [found] = await client.send('searchTools', { query: 'a mesage with anotations', limit: 5 });
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
  const ask =
    'Only the person can do something about it, in the MCP Roundhouse view, so ask them, and wait: ';
  expect(await call('new', 'echo', {})).toContain(`${ask}"Start it: a page shows`);

  await client.start('user/till', true);
  await vi.waitFor(() => expect(stateOf(client, 'user/till').kind).toBe('running'));
  process.kill(client.servers.peek().get('user/till')?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(stateOf(client, 'user/till').kind).toBe('backingOff'));
  expect(await call('till', 'echo', {})).toMatch(
    /The server "till" failed and is started again in \d+ seconds\..* Call again in \d+ seconds, not before\.$/,
  );
  expect(await call('gone', 'echo', {})).toMatch(/exit code 3.*(not before|the log)/);
});

const personStarts =
  /A person must start it again in the MCP Roundhouse view: ask them, and do not call it before\./;

test('a server that failed for good waits for a person to start it again', async () => {
  await open(
    {
      'user/absent': { ...fakeStdio(), command: 'no-such-command-anywhere' },
      'user/mute': fakeStdio({ hangInitialize: true, stderr: ['Error: no TILL_TOKEN'] }),
    },
    {
      timeouts: { initializeTimeout: 10_000 },
      startGateway: (access, limits) =>
        Gateway.start({ access, limits, describe: sentenceForModel }),
    },
  );
  const absent = await call('absent', 'echo', {});
  expect(absent).toMatch(
    /^The server "absent" failed and is not started again by itself\. The command "no-such-command-anywhere" was not found/,
  );
  expect(absent).toMatch(personStarts);
  // Over the gateway it is the same.
  await expect(hosts.chat(client, 'user/absent')).rejects.toThrow(personStarts);
  const mute = await call('mute', 'echo', {});
  expect(mute).toMatch(/within 10 seconds\. It said: Error: no TILL_TOKEN /);
  expect(mute).toMatch(personStarts);
});

test('a server that was given up waits for a person to start it again', async () => {
  const id = 'user/crashed';
  await open({ [id]: fakeStdio({ exitAtStart: 3 }) }, {}, { maxCrashes: 1 });
  await client.start(id, true);
  await vi.waitFor(() => expect(stateOf(client, id).kind).toBe('failed'));
  const answer = await call('crashed', 'echo', {});
  expect(answer).toMatch(/is not restarted any more\. The server process ended with exit code 3/);
  expect(answer).toMatch(personStarts);
});
