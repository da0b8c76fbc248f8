import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { effect } from '@preact/signals-core';
import { setTimeout as delay } from 'node:timers/promises';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { SharedHost } from '../support/pool/sharedHost';
import { Rounds } from './report';

// How soon the tools of a server are known that has many, when one is added, and when the server says a hundred times
// at once that they changed: with the client of the SDK, which lists them as often, and in a window of our host.

const id = 'folder:bench/till';
const rounds = 5;
const storm = 100;
/** Milliseconds after which a host is ready to list again, since ours rests between two lists. */
const rest = 500;

interface Contender {
  readonly name: string;
  call(tool: string, args: Record<string, unknown>): Promise<unknown>;
  /** Resolves once a tool of that name is listed. */
  knows(tool: string): Promise<void>;
  close(): Promise<void>;
}

function serverOf(toolCount: number) {
  return fakeStdio({ tools: ['echo', 'add_tool', 'storm'], toolCount });
}

async function withSdk(toolCount: number): Promise<Contender> {
  const client = new Client({ name: 'bench', version: '1' });
  const { command, args } = serverOf(toolCount);
  await client.connect(new StdioClientTransport({ command, args: [...args], stderr: 'ignore' }));
  let names = new Set<string>();
  let told = (): void => undefined;
  const list = async (): Promise<void> => {
    names = new Set((await client.listTools()).tools.map(({ name }) => name));
    told();
  };
  await list();
  client.setNotificationHandler(ToolListChangedNotificationSchema, list);
  return {
    name: 'SDK v1',
    call: (name, given) => client.callTool({ name, arguments: given }),
    knows: (tool) =>
      new Promise((resolve) => {
        told = () => {
          if (names.has(tool)) resolve();
        };
        told();
      }),
    close: () => client.close(),
  };
}

async function ours(toolCount: number): Promise<Contender> {
  const host = new SharedHost();
  const window = await host.attach([{ id, launch: serverOf(toolCount) }]);
  await window.start(id, false);
  const catalog = window.catalog(id);
  return {
    name: 'ours',
    call: (tool, given) => window.callTool({ server: id, tool, arguments: given, gesture: false }),
    knows: (tool) =>
      new Promise((resolve) => {
        const stop = effect(() => {
          const { tools = [] } = catalog.value ?? {};
          if (!tools.some(({ name }) => name === tool)) return;
          resolve();
          queueMicrotask(() => stop());
        });
      }),
    close: async () => {
      await host.end();
      host.remove();
    },
  };
}

/** Milliseconds until a tool is known that `act` brings. */
async function until(contender: Contender, tool: string, act: () => unknown): Promise<number> {
  await delay(rest);
  const start = performance.now();
  void act();
  await contender.knows(tool);
  return performance.now() - start;
}

async function main(): Promise<void> {
  for (const toolCount of [1_000, 10_000]) {
    const contenders = [await withSdk(toolCount), await ours(toolCount)];
    const names = contenders.map(({ name }) => name);
    const [added, stormed] = [new Rounds(names), new Rounds(names)];
    for (let round = 0; round < rounds; round++)
      for (const contender of contenders) {
        const add = (name: string) => contender.call('add_tool', { name });
        const [one, last] = [`one_${round}`, `last_${round}`];
        added.add(contender.name, await until(contender, one, () => add(one)));
        const stormAndAdd = async (): Promise<void> => {
          await contender.call('storm', { count: storm });
          await add(last);
        };
        stormed.add(contender.name, await until(contender, last, stormAndAdd));
      }
    const row = { part: 'catalog', unit: 'ms' } as const;
    added.report({ ...row, name: `${toolCount} tools, one more` });
    stormed.report({ ...row, name: `${toolCount} tools, one more behind ${storm} changes` });
    for (const contender of contenders) await contender.close();
  }
}

await main();
process.exit();
