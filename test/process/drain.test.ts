import { settlesWithin } from '../../src/base/abort';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LaunchAnswer } from '../../src/ipc/launch';
import type { ServerOptions } from '../../src/ipc/contract';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { startGateway } from '../support/chatClient';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning, newJournal, readJournal, startsIn } from '../support/fakeServer/processes';
import { declarations, stateOf, type Launches } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const id = 'folder:a/echo';
const hosts = testHosts({ startGateway });
let journal = '';

/** The same server as another launch. */
const launch = (version: string) =>
  fakeStdio({ tools: ['echo', 'hold'], prompts: [version], journal });

interface Window {
  readonly client: HostClient;
  /** Goes over to another launch, or removes the server. */
  change(version: string | undefined): Promise<void>;
  /** The codes of what was noted in the log, as the window was told. */
  readonly noted: readonly string[];
  /** The lines that the server wrote. */
  readonly heard: readonly string[];
  /** The states since the last change. */
  readonly states: readonly string[];
}

async function enter(host: Host, options?: ServerOptions): Promise<Window> {
  const launches: Launches = { [id]: launch('old') };
  const client = await hosts.attach(host, launches, undefined, options);
  const noted: string[] = [];
  const heard: string[] = [];
  const states: string[] = [];
  client.onLog(({ reason, text }) => void (reason ? noted.push(reason.code) : heard.push(text)));
  await client.start(id, false);
  client.servers.subscribe((servers) => states.push(servers.get(id)?.state.kind ?? 'gone'));
  return {
    client,
    noted,
    heard,
    states,
    change: async (version) => {
      if (version === undefined) delete launches[id];
      else launches[id] = launch(version);
      states.length = 0;
      await client.declare(declarations(launches, options));
    },
  };
}

type Client = Pick<Window, 'client'>;

const pidOf = ({ client }: Client): number => client.servers.peek().get(id)?.pid ?? 0;
const promptsOf = ({ client }: Client) => client.catalog(id).peek()?.prompts;
const call = ({ client }: Client, tool: string) =>
  client.callTool({ server: id, tool, arguments: { text: 'hello' }, gesture: false });

/** A call that is answered by {@link letGo}; resolves once it has arrived. */
async function hold(window: Client): Promise<{ answer: ReturnType<typeof call> }> {
  const answer = call(window, 'hold');
  answer.catch(() => undefined);
  // The server reads in order: once this is answered, the other call has arrived.
  await call(window, 'echo');
  return { answer };
}

/** The window has told how the server is reached now, and what was is on its way out. */
const begun = ({ states }: Window) => vi.waitFor(() => expect(states).toContain('starting'));

const letGo = (pid: number) => process.kill(pid, 'SIGUSR2');
const held = { content: [{ text: 'held' }] };
const echoed = { content: [{ text: 'hello' }] };

beforeEach(() => {
  journal = newJournal();
});

describe('a server whose launch changes', () => {
  test('finishes its calls first, and new ones wait for the new launch', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    const { answer } = await hold(window);
    await window.change('new');
    await begun(window);
    const next = call(window, 'echo');
    await vi.waitFor(() => expect(window.noted).toContain('finishesCalls'));
    expect(readJournal(journal)).toEqual([`+${before}`]);
    letGo(before);
    expect(await answer).toMatchObject(held);
    expect(await next).toMatchObject(echoed);
    const after = pidOf(window);
    expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`, `+${after}`]);
    await vi.waitFor(() => expect(promptsOf(window)).toEqual([{ name: 'new' }]));
  });

  test('finishes the calls of chat, whose next call reaches the new launch', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    const chat = await hosts.chat(window.client, id);
    const answer = chat.callTool({ name: 'hold' });
    // Over another connection, so what is sent later may come earlier.
    await vi.waitFor(() => expect(window.heard).toContain('holds'));
    await window.change('new');
    await begun(window);
    const next = chat.callTool({ name: 'echo', arguments: { text: 'hello' } });
    letGo(before);
    expect(await answer).toMatchObject(held);
    expect(await next).toMatchObject(echoed);
    // The window is told over another connection, too.
    await vi.waitFor(() => expect([0, before]).not.toContain(pidOf(window)));
    expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`, `+${pidOf(window)}`]);
    expect((await chat.listPrompts()).prompts).toEqual([{ name: 'new' }]);
  });

  test('that is not in use is launched anew at once, one process after the other', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    await window.change('new');
    await begun(window);
    await call(window, 'echo');
    expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`, `+${pidOf(window)}`]);
    expect(window.noted).not.toContain('finishesCalls');
  });

  test('while its window was reloaded is launched anew after the process that was left', async () => {
    const host = await hosts.open();
    const open = async (version: string): Promise<HostClient> => {
      const launches = { [id]: launch(version) };
      const client = await hosts.attach(host, launches);
      await client.start(id, false);
      return client;
    };
    const first = await open('old');
    const before = pidOf({ client: first });
    await first.end();
    const second = await open('new');
    const after = pidOf({ client: second });
    expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`, `+${after}`]);
    // The process of a window that is there is not touched.
    await open('other');
    expect(readJournal(journal)).not.toContain(`-${after}`);
  });

  test('has a bounded time for its calls', async () => {
    const window = await enter(await hosts.open({ drain: 200 }));
    const before = pidOf(window);
    const { answer } = await hold(window);
    await window.change('new');
    await expect(answer).rejects.toMatchObject({ code: 'callStopped' });
    expect(await call(window, 'echo')).toMatchObject(echoed);
    expect(pidOf(window)).not.toBe(before);
    expect(window.noted).toContain('callsCutOff');
  });

  test('has no limit for the calls that a person debugs, but the person ends them', async () => {
    const host = await hosts.open({ drain: 50 });
    const window = await enter(host, { isDebugged: true });
    const before = pidOf(window);
    const { answer } = await hold(window);
    await window.change('new');
    await begun(window);
    await vi.waitFor(() => expect(window.noted).toContain('finishesCalls'));
    expect(await settlesWithin(150, answer)).toBe(false);
    letGo(before);
    expect(await answer).toMatchObject(held);
    expect(await call(window, 'echo')).toMatchObject(echoed);
    expect(window.noted).not.toContain('callsCutOff');
    const again = await hold(window);
    await window.change('newer');
    await begun(window);
    await window.client.stop(id);
    await expect(again.answer).rejects.toMatchObject({ code: 'callStopped' });
  });

  test('that changes again meanwhile goes over to the last one only', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    await hold(window);
    await window.change('second');
    await begun(window);
    await window.change('third');
    letGo(before);
    await call(window, 'echo');
    await vi.waitFor(() => expect(promptsOf(window)).toEqual([{ name: 'third' }]));
    expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`, `+${pidOf(window)}`]);
  });

  test('that changes back meanwhile goes on', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    const { answer } = await hold(window);
    await window.change('new');
    await begun(window);
    await window.change('old');
    await vi.waitFor(() => expect(stateOf(window.client, id).kind).toBe('running'));
    expect(await call(window, 'echo')).toMatchObject(echoed);
    letGo(before);
    expect(await answer).toMatchObject(held);
    expect(await call(window, 'echo')).toMatchObject(echoed);
    expect(readJournal(journal)).toEqual([`+${before}`]);
  });

  test('takes the calls along that waited for its start', async () => {
    const host = await hosts.open();
    const launches: Launches = { [id]: fakeStdio({ hangInitialize: true, journal }) };
    const client = await hosts.attach(host, launches);
    const waiting = client.callTool({ server: id, tool: 'echo', arguments: {}, gesture: false });
    await vi.waitFor(() => expect(readJournal(journal)).toHaveLength(1));
    launches[id] = launch('new');
    await client.declare(declarations(launches));
    expect(await waiting).toMatchObject({ content: [{ type: 'text' }] });
  });

  test('stays with the window that still has the old one', async () => {
    const host = await hosts.open();
    const [first, second] = [await enter(host), await enter(host)];
    const before = pidOf(first);
    expect(pidOf(second)).toBe(before);
    const { answer } = await hold(first);
    await first.change('new');
    await begun(first);
    await call(first, 'echo');
    expect(pidOf(first)).not.toBe(before);
    expect([pidOf(second), stateOf(second.client, id).kind]).toEqual([before, 'running']);
    letGo(before);
    expect(await answer).toMatchObject(held);
    // The last one that leaves waits for the calls of all.
    const again = await hold(first);
    await second.change('new');
    await vi.waitFor(() => expect(pidOf(second)).toBe(pidOf(first)));
    expect(isRunning(before)).toBe(false);
    letGo(pidOf(first));
    await again.answer;
    expect(startsIn(journal)).toBe(2);
  });
});

describe('a declaration that may mean another launch', () => {
  const declare = (client: HostClient, launchVersion: string) =>
    client.declare([{ id, name: 'echo', launchVersion }]);

  const resolved = (version: string, secrets: string[] = []): LaunchAnswer => ({
    kind: 'resolved',
    launch: launch(version),
    secrets,
  });

  /** A window that tells how the server is reached when the test says so, from the second time on. */
  async function enterSlowly() {
    const host = await hosts.open();
    const answers: ((answer: LaunchAnswer) => void)[] = [];
    let isFirst = true;
    const client = hosts.window(host, {
      resolveLaunch: () => {
        if (!isFirst) return new Promise((resolve) => void answers.push(resolve));
        isFirst = false;
        return Promise.resolve(resolved('old'));
      },
    });
    await declare(client, 'first');
    await client.start(id, false);
    return { client, answers };
  }

  test('leaves the process alone where it does not, with its calls and its state', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    const { answer } = await hold(window);
    await declare(window.client, 'other words');
    // Joins what the declaration began.
    await window.client.start(id, false);
    letGo(before);
    expect(await answer).toMatchObject(held);
    expect(readJournal(journal)).toEqual([`+${before}`]);
    expect([...new Set(window.states)]).toEqual(['running']);
    expect(window.noted).not.toContain('finishesCalls');
  });

  test('has the old process serve until the window has told how it is reached now', async () => {
    const { client, answers } = await enterSlowly();
    const before = pidOf({ client });
    await declare(client, 'second');
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    expect(await call({ client }, 'echo')).toMatchObject(echoed);
    expect(readJournal(journal)).toEqual([`+${before}`]);
    answers[0]?.(resolved('new'));
    await vi.waitFor(() => expect(readJournal(journal)).toHaveLength(3));
    expect(await call({ client }, 'echo')).toMatchObject(echoed);
  });

  test('counts only in its last form', async () => {
    const { client, answers } = await enterSlowly();
    const before = pidOf({ client });
    await declare(client, 'second');
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    await declare(client, 'third');
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(resolved('old'));
    answers[0]?.(resolved('new'));
    await client.start(id, false);
    expect(await call({ client }, 'echo')).toMatchObject(echoed);
    expect(readJournal(journal)).toEqual([`+${before}`]);
  });

  test.each<LaunchAnswer>([
    { kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } },
    { kind: 'disabled', reason: { code: 'disabledInFile' } },
    { kind: 'failed', reason: { code: 'undefinedInput', args: { input: 'key' } } },
  ])('ends the process after its calls where the answer is $kind, and says why', async (no) => {
    const { client, answers } = await enterSlowly();
    const before = pidOf({ client });
    const { answer } = await hold({ client });
    await declare(client, 'second');
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.(no);
    await vi.waitFor(() => expect(stateOf(client, id).kind).toBe(no.kind));
    expect(isRunning(before)).toBe(true);
    letGo(before);
    expect(await answer).toMatchObject(held);
    await vi.waitFor(() => expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`]));
    expect(stateOf(client, id).kind).toBe(no.kind);
  });

  test('masks what has become a secret, also in the lines that were kept', async () => {
    const { client, answers } = await enterSlowly();
    await hold({ client });
    const texts = async () => (await client.send('logs', { id })).map(({ text }) => text);
    await vi.waitFor(async () => expect(await texts()).toContain('holds'));
    await declare(client, 'second');
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.(resolved('old', ['holds']));
    await client.start(id, false);
    expect(await texts()).not.toContain('holds');
    letGo(pidOf({ client }));
  });
});

describe('a restart that nobody stands behind', () => {
  test('finishes the open calls first, and new ones wait for the new process', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    const { answer } = await hold(window);
    const restart = window.client.restart(id, false);
    await begun(window);
    const next = call(window, 'echo');
    await vi.waitFor(() => expect(window.noted).toContain('finishesCalls'));
    expect(readJournal(journal)).toEqual([`+${before}`]);
    letGo(before);
    expect(await answer).toMatchObject(held);
    await restart;
    expect(await next).toMatchObject(echoed);
    expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`, `+${pidOf(window)}`]);
  });

  test('is one for everyone who uses the server', async () => {
    const host = await hosts.open();
    const [first, second] = [await enter(host), await enter(host)];
    const before = pidOf(first);
    await first.client.restart(id, false);
    expect(pidOf(first)).not.toBe(before);
    await vi.waitFor(() => expect(pidOf(second)).toBe(pidOf(first)));
    expect(readJournal(journal)).toHaveLength(3);
  });

  test('is none where its window leaves and others use the server', async () => {
    const host = await hosts.open();
    const [leaves, stays] = [await enter(host), await enter(host)];
    const before = pidOf(stays);
    const { answer } = await hold(stays);
    const restart = leaves.client.restart(id, false).catch(() => undefined);
    await vi.waitFor(() => expect(stays.noted).toContain('finishesCalls'));
    await leaves.client.end();
    await restart;
    // Once this is answered, the host has seen that the window left.
    await stays.client.send('logs', { id });
    letGo(before);
    expect(await answer).toMatchObject(held);
    expect(await call(stays, 'echo')).toMatchObject(echoed);
    expect(readJournal(journal)).toEqual([`+${before}`]);
  });

  test('leaves a server alone that is on its way up', async () => {
    const host = await hosts.open();
    const client = await hosts.attach(host, { [id]: fakeStdio({ hangInitialize: true, journal }) });
    const started = client.start(id, false);
    await vi.waitFor(() => expect(readJournal(journal)).toHaveLength(1));
    const restarted = client.restart(id, false);
    // The host reads in order: once this is answered, the restart has been seen.
    await client.send('logs', { id });
    expect(readJournal(journal)).toHaveLength(1);
    await client.stop(id);
    await Promise.all([started, restarted]);
    expect(readJournal(journal)).toHaveLength(2);
  });

  test('starts a server anew that has failed', async () => {
    const host = await hosts.open();
    const launches: Launches = { [id]: { kind: 'failed', reason: { code: 'entryGone' } } };
    const client = await hosts.attach(host, launches);
    await client.start(id, false);
    expect(stateOf(client, id).kind).toBe('failed');
    launches[id] = launch('new');
    await client.restart(id, false);
    await vi.waitFor(() => expect(stateOf(client, id).kind).toBe('running'));
  });

  test('is hurried by a person who stops the server', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    const { answer } = await hold(window);
    const restart = window.client.restart(id, false);
    await begun(window);
    await window.client.stop(id);
    await restart;
    await expect(answer).rejects.toMatchObject({ code: 'callStopped' });
    expect(stateOf(window.client, id).kind).toBe('idle');
    expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`]);
  });
});

describe('a person who does not wait for the calls', () => {
  test('stops the server at once', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    const { answer } = await hold(window);
    await window.change('new');
    await begun(window);
    await window.client.stop(id);
    expect(isRunning(before)).toBe(false);
    expect(stateOf(window.client, id)).toEqual({ kind: 'idle', cached: false });
    await expect(answer).rejects.toMatchObject({ code: 'callStopped' });
    expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`]);
  });

  test('restarts it at once', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    await hold(window);
    await window.change('new');
    await begun(window);
    await window.client.restart(id, true);
    expect(stateOf(window.client, id).kind).toBe('running');
    expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`, `+${pidOf(window)}`]);
  });
});

describe('a server that is removed', () => {
  test('finishes its calls first', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    const { answer } = await hold(window);
    await window.change(undefined);
    await expect(call(window, 'echo')).rejects.toMatchObject({ code: 'unknownServer' });
    expect(isRunning(before)).toBe(true);
    letGo(before);
    expect(await answer).toMatchObject(held);
    await vi.waitFor(() => expect(readJournal(journal)).toEqual([`+${before}`, `-${before}`]));
  });

  test('and comes back meanwhile goes on', async () => {
    const window = await enter(await hosts.open());
    const before = pidOf(window);
    const { answer } = await hold(window);
    await window.change(undefined);
    await window.change('old');
    expect(await call(window, 'echo')).toMatchObject(echoed);
    letGo(before);
    expect(await answer).toMatchObject(held);
    expect(await call(window, 'echo')).toMatchObject(echoed);
    expect(readJournal(journal)).toEqual([`+${before}`]);
  });

  test('does not keep the host from ending', async () => {
    const host = await hosts.open();
    const window = await enter(host);
    const before = pidOf(window);
    await hold(window);
    await window.change(undefined);
    await host.stop();
    expect(isRunning(before)).toBe(false);
  });
});
