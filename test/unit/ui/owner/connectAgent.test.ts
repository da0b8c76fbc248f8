import { signal } from '@preact/signals-core';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AgentTokens } from '../../../../src/client/agentTokens';
import type { Definition } from '../../../../src/config/definition';
import type { AgentContext } from '../../../../src/ui/owner/connectAgent.editor';
import { MemoryKeyValueStore } from '../../client/memoryStores';

interface Row {
  readonly label: string;
}

const person = vi.hoisted(() => ({
  /** Beginnings of the rows that are chosen, one of each list. */
  answers: [] as string[],
  /** Types of the launches that were given, and whether they arrive. */
  given: [] as string[],
  takes: true,
  /** Presses Cancel in a progress. */
  cancel: (): void => undefined,
}));

vi.mock('vscode', () => ({
  ExtensionMode: {},
  ProgressLocation: {},
  QuickPickItemKind: { Separator: -1 },
  window: {
    withProgress: (_: unknown, task: (_: unknown, token: object) => Promise<void>) => {
      const onCancellationRequested = (listener: () => void) => {
        person.cancel = listener;
        return { dispose: vi.fn() };
      };
      return task(undefined, { onCancellationRequested });
    },
    showQuickPick: (rows: readonly Row[]) => {
      const answer = person.answers.shift();
      if (answer === undefined)
        throw new Error(`asked for ${rows.map(({ label }) => label).join()}`);
      return Promise.resolve(rows.find(({ label }) => label.startsWith(answer)));
    },
  },
}));

vi.mock('../../../../src/client/agentLauncher', () => ({
  writeLauncher: () => Promise.resolve('/launcher'),
  agentLaunch: (command: string) => ({ type: 'stdio', command, args: [], env: {} }),
}));

vi.mock('../../../../src/ui/importing/exportServers.editor', () => ({
  giveServers: (_: unknown, [one]: readonly Definition[]) => {
    person.given.push(one?.launch.type ?? '');
    return Promise.resolve(person.takes);
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { connectAgent } = await import('../../../../src/ui/owner/connectAgent.editor');

const agentTokens = new AgentTokens(new MemoryKeyValueStore(), new MemoryKeyValueStore());
const parts = {
  agentTokens,
  extensionContext: { globalStorageUri: {}, extensionPath: '/extension' },
  environment: { read: () => Promise.resolve({}) },
  workspace: {
    host: { gateway: signal({ lastingOrigin: 'http://127.0.0.1:7000' }) },
    toolSelection: { all: new Map() },
  },
} as unknown as AgentContext;

async function connect(...answers: readonly string[]): Promise<void> {
  person.answers = [...answers];
  await connectAgent(parts);
}

beforeEach(() => {
  person.given = [];
  person.takes = true;
});

test('an agent whose file takes no address is reached by a command, without a question', async () => {
  await connect('Claude Desktop');
  expect(person.given).toEqual(['stdio']);
});

test('a token is kept only for an agent that got it', async () => {
  person.takes = false;
  await connect('Cursor', 'Over HTTP');
  expect(person.given).toEqual(['http']);
  expect(agentTokens.all).toEqual([]);
  person.takes = true;
  await connect('Cursor', 'Over HTTP');
  expect(agentTokens.all).toMatchObject([{ name: 'Cursor' }]);
});

test('a slow login shell is waited for visibly, and not after Cancel', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const read = vi.fn<(signal: AbortSignal) => Promise<never>>(() => new Promise(() => undefined));
  person.answers = ['Claude Desktop'];
  const slow = { ...parts, environment: { read } } as unknown as AgentContext;
  const refused = expect(connectAgent(slow)).rejects.toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(1_000);
  person.cancel();
  await refused;
  expect(read.mock.calls[0]?.[0].aborted).toBe(true);
  expect(person.given).toEqual([]);
});
